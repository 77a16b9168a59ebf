import { asCudaKernel } from '../../src/backend/cuda/builder.js';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { launchesOf } from '../../src/backend/cuda/unit.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { generate } from '../../src/backend/generate.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import { awkwardWorkloads } from '../../src/contract/awkward-shapes.js';
import { sm80, sm90 } from '../support/targets.js';
import { cudaFlags } from '../../src/backend/cuda/flags.js';
import { launchProblem } from '../../src/backend/cuda/launch-problem.js';

/** Configs of each template for each architecture, on shapes in turn: TUNE_NVCC=50 for a long look. */
const count = Number(process.env['TUNE_NVCC'] ?? 1);
const nvcc = spawnSync('nvcc', ['--version']).status === 0;

// What the constraints of a space allow, nvcc takes and the architecture can launch.
(nvcc ? describe : describe.skip)('nvcc', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-nvcc-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The compiler's output, with what each function needs. */
  function compile(source: string, arch: string): { status: number | null; output: string } {
    const path = join(folder, 'kernel.cu');
    writeFileSync(path, source);
    const options = ['-cubin', ...cudaFlags(arch).filter((flag) => flag !== '-w')];
    const files = ['-o', join(folder, 'kernel.cubin'), path];
    const { status, stderr } = spawnSync('nvcc', [...options, ...files], { encoding: 'utf8' });
    return { status, output: stderr };
  }

  // Each template for each architecture, with the workloads that it serves there, if any.
  const served = templates
    .filter(({ target }) => target === 'simt')
    .flatMap((template) =>
      [sm80, sm90].map((target) => {
        const workloads = awkwardWorkloads(findOperator(template.operator), typesOf(template));
        return { template, target, workloads: workloads.filter((w) => !refusal(template, w, target)) };
      }),
    )
    .filter(({ workloads }) => workloads.length > 0);
  test.each(served.map((each) => [each.template.name, each.target.arch, each] as const))(
    'takes what %s allows for %s',
    (_, arch, { template, target, workloads }) => {
      const random = new Random(17);
      for (let i = 0; i < count; i++) {
        const workload = workloads[(7 * i + 4) % workloads.length]!;
        const space = template.define(workload, target);
        const config = space.sample(random)!;
        const kernel = generate({ template, workload, target, space }, config);
        const { status, output } = compile(kernel.source, arch);
        const what = `${workload.name} ${JSON.stringify(config.values)}`;
        expect({ what, status, warned: /warning|Performance Loss/.test(output) ? output : false }).toEqual({
          what,
          status: 0,
          warned: false,
        });
        const problems = launchesOf(asCudaKernel(kernel)).map((launch) =>
          launchProblem(target.gpu, launch, resourcesOf(output, launch.name)),
        );
        expect({ what, problems }).toEqual({ what, problems: problems.map(() => undefined) });
      }
    },
    60_000 + 3000 * count,
  );
});

/** What ptxas says that a function needs. */
function resourcesOf(output: string, name: string): { registers: number; staticSharedBytes: number } {
  const own = output.slice(output.indexOf(`'${name}'`));
  return {
    registers: Number(/Used (\d+) registers/.exec(own)![1]),
    staticSharedBytes: Number(/^.*Used .*?(\d+) bytes smem/m.exec(own.split('Compiling', 1)[0]!)?.[1] ?? 0),
  };
}
