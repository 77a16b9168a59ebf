import { asCudaKernel } from '../../../../src/backend/cuda/builder.js';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fullSizeKernel, fullSizes } from '../../../../bench/gpu/full-size.js';
import { mainLoops } from '../../../../bench/gpu/sass.js';
import { templates } from '../../../../src/templates/registry.js';
import { buildOnce } from '../../../cli/bin.js';
import { fakeNvcc } from '../../../support/fake-cuda.js';
import { ownCache } from '../../../support/own-cache.js';
import { sm80, sm90 } from '../../../support/targets.js';

/** A loop of two products around one of a product and a move, and a last one of nothing. */
const labelled = `	.section	.text.C_kernel_0,"ax",@progbits
.text.C_kernel_0:
        /*0000*/                   S2R R1, SR_TID.X ;                 /* 0x0000000000017919 */
.L_x_1:
        /*0010*/              @!P0 FFMA R2, R3, R4, R2 ;
.L_x_0:
        /*0020*/                   HFMA2.MMA R9, -RZ, RZ, 0, 0 ;
        /*0030*/                   HMMA.16816.F32 R4, R8, R6, R4 ;
        /*0040*/                   IMAD.MOV.U32 R5, RZ, RZ, R6 ;
        /*0050*/               @P0 BRA \`(.L_x_0) ;
        /*0060*/               @P1 BRA \`(.L_x_1) ;
        /*0070*/                   EXIT ;
.L_x_2:
        /*0080*/                   BRA \`(.L_x_2);
	.section	.text.C_pack_0,"ax",@progbits
.L_x_3:
        /*0000*/                   BRA \`(.L_x_3);
`;
const addressed = `
		Function : C_kernel_0
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   FFMA R2, R3, R4, R2 ;
        /*0010*/                   FFMA R2, R3, R4, R2 ;
        /*0020*/               @P0 BRA 0x50 ;
        /*0030*/                   UMOV UR4, 0x400 ;
        /*0040*/                   FFMA R2, R3, R4, R2 ;
        /*0050*/               @P0 BRA 0x10 ;
        /*0060*/                   BRA 0x60;
`;

test('the main loop is the shortest with most products', () => {
  const loop = { instructions: 4, matrix: 1, multiplyAdds: 0, moves: 1 };
  expect(mainLoops(labelled)).toEqual(new Map([['C_kernel_0', { ...loop, instructions: 6, multiplyAdds: 1 }]]));
  expect(mainLoops(labelled.replace('@!P0 FFMA', '@!P0 FADD'))).toEqual(new Map([['C_kernel_0', loop]]));
});

test('branches lead to labels or to addresses', () => {
  const loop = { instructions: 5, matrix: 0, multiplyAdds: 2, moves: 1 };
  expect(mainLoops(addressed)).toEqual(new Map([['C_kernel_0', loop]]));
});

describe('full-size kernels', () => {
  test('are of each algorithm for GPUs', () => {
    const names = templates.filter(({ target, operator }) => target === 'simt' && /^(matmul|conv2d)$/.test(operator));
    expect([...new Set(fullSizes.map(({ template }) => template))].sort()).toEqual(
      names.map(({ name }) => name).sort(),
    );
  });

  test.each(fullSizes)('of $template on $workload are in its space and fill a GPU', (one) => {
    const kernel = fullSizeKernel(one, sm90);
    const blocks =
      typeof kernel === 'string' ? [] : asCudaKernel(kernel).launches.map(({ grid }) => grid[0] * grid[1] * grid[2]);
    expect(Math.min(...blocks)).toBeGreaterThan(300);
  });

  test('are left out where their template does not serve the architecture', () => {
    const one = fullSizes.find(({ template }) => template === 'matmul.wgmma')!;
    expect(fullSizeKernel(one, sm80)).toMatch(/sm_90 alone/);
  });
});

describe('bench:gpu:code', () => {
  let folder = '';
  beforeAll(() => {
    buildOnce();
  }, 120_000);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tune-bench-code-'));
    await ownCache(folder);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    // A cache of its own, since what the fake compiler makes is for nobody else.
    const env = { PATH: `${folder}:/usr/bin:/bin`, CUDA_HOME: folder, CUDACXX: fakeNvcc, XDG_CACHE_HOME: folder };
    return spawnSync(process.execPath, [resolve('dist/bench/gpu/code.js'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
  }

  const needs = '\\| C_kernel \\| 40 \\| 12 \\| \\d+ ';

  test('prints what functions need and what their main loops are made of', () => {
    writeFileSync(
      join(folder, 'nvdisasm'),
      `#!/bin/sh\n[ "$1" = -c ] && [ -f "$2" ] && cat <<'END'\n${labelled}END\n`,
      {
        mode: 0o755,
      },
    );
    const { status, stdout } = run('--template', 'matmul.simt');
    expect(stdout).toMatch(
      new RegExp(`^\\| matmul.simt \\| matmul -m 4096 .* ${needs}\\| 6 \\| 1 \\| 1 \\| 1 \\|$`, 'm'),
    );
    expect(status).toBe(0);
  });

  test('without a disassembler it says so and prints the rest', () => {
    const { status, stdout, stderr } = run('--template', 'matmul.simt');
    expect(stderr).toContain('neither nvdisasm nor cuobjdump is found');
    expect(stdout).toMatch(new RegExp(`${needs}\\|  \\|  \\|  \\|  \\|$`, 'm'));
    expect(status).toBe(0);
  });

  test('a template without a config is wrong usage', () => {
    const { status, stderr } = run('--template', 'dense.mma');
    expect(stderr).toMatch(/^bench:gpu:code: dense.mma has no config here: take one of [^\n]*\n$/);
    expect(status).toBe(2);
  });
});
