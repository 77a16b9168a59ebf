import { spawnSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { codeFlags } from '../../../../../src/backend/cpu/flags.js';
import type { CpuTarget } from '../../../../../src/backend/cpu/target.js';
import { toolchainNamed } from '../../../../../src/backend/cpu/toolchains.js';
import { VectorHelpers } from '../../../../../src/backend/cpu/codegen/vector.js';
import { memoryType } from '../../../../../src/backend/cpu/isa/vector-type.js';
import { bfloat16 } from '../../../../../src/elements/bfloat16.js';
import type { ElementType } from '../../../../../src/elements/element-type.js';
import { float16 } from '../../../../../src/elements/float16.js';
import { float32 } from '../../../../../src/elements/float32.js';
import { int32 } from '../../../../../src/elements/int32.js';
import { uint8 } from '../../../../../src/elements/uint8.js';
import { testWhere } from '../../../../support/skips.js';
import { avx2, sse } from '../../../../support/targets.js';

/** Sums of three products, of which those above zero are stored, by way of these types, each as a scalar. */
function sums(target: CpuTarget, ...types: readonly ElementType[]): string {
  const helpers = new VectorHelpers(target.vector);
  const relu = helpers.scalarExtreme('max', 's', '0.0f', float32, 'float');
  const path = [float32, ...types];
  const stored = types.reduce((v, type, i) => helpers.converted(v, path[i]!, type, undefined, 'float'), relu);
  const result = memoryType(path.at(-1)!);
  return [
    ...helpers.text(),
    `void sums(${result} *out, const float *a, const float *b, int n) {`,
    '  for (int i = 0; i < n; i++) {',
    '    float s = 0;',
    '    for (int k = 0; k < 3; k++) s += a[3 * i + k] * b[k];',
    `    out[i] = ${stored};`,
    '  }',
    '}',
  ].join('\n');
}

function branchesOf(target: CpuTarget, ...types: readonly ElementType[]): readonly string[] {
  const flags = codeFlags(toolchainNamed(target.triple), 'gcc', { cpu: target.arch, purpose: 'kernel' });
  const args = [...flags, '-std=gnu11', '-S', '-o', '-', '-x', 'c', '-'];
  const { stdout, stderr } = spawnSync('gcc', args, { input: sums(target, ...types), encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.match(/^\tj(?!mp)\w+/gm) ?? [];
}

testWhere(process.arch === 'x64', 'an x86').each([
  ['bfloat16', sse, [bfloat16]],
  ['bfloat16', avx2, [bfloat16]],
  ['float16', sse, [float16]],
  ['float16', avx2, [float16]],
  ['int32', avx2, [int32]],
  ['uint8', avx2, [int32, uint8]],
] as const)('a scalar behind relu is stored as %s without a branch, which new inputs would mispredict', (...row) => {
  const [, target, types] = row;
  expect(branchesOf(target, ...types)).toHaveLength(branchesOf(target).length);
});
