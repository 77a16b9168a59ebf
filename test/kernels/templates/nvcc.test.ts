import { asCudaKernel } from '../../../src/backend/cuda/builder.js';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import { launchesOf, translationUnit } from '../../../src/backend/cuda/unit.js';
import { findOperator } from '../../../src/operator/registry.js';
import { Random } from '../../../src/space/random.js';
import { generate } from '../../../src/backend/generate.js';
import { refusal, typesOf } from '../../../src/templates/refusal.js';
import { templates } from '../../../src/templates/registry.js';
import { awkwardWorkloads } from '../../../src/catalogue/contract/tasks.js';
import { sm80, sm90 } from '../../support/targets.js';
import { cudaFlags } from '../../../src/backend/cuda/flags.js';
import { launchProblem } from '../../../src/backend/cuda/launch-problem.js';
import { describeWhere } from '../../support/skips.js';

/** Configs of each template for each architecture, on shapes in turn: TUNE_NVCC=50 for a long look. */
const count = Number(process.env['TUNE_NVCC'] ?? 1);
const nvcc = spawnSync('nvcc', ['--version']).status === 0;

/** Each template for each architecture, with the workloads that it serves there, if any. */
const served = templates
  .filter(({ target }) => target === 'simt')
  .flatMap((template) =>
    [sm80, sm90].map((target) => {
      const workloads = awkwardWorkloads(findOperator(template.operator), typesOf(template));
      return { template, target, workloads: workloads.filter((w) => !refusal(template, w, target)) };
    }),
  )
  .filter(({ workloads }) => workloads.length > 0);
type Served = (typeof served)[number];

/** A kernel that a template allows, and what it is of. */
interface Drawn {
  readonly of: Served;
  readonly what: string;
  readonly kernel: CudaKernel;
}

function drawAll(of: Served): readonly Drawn[] {
  const { template, target, workloads } = of;
  const random = new Random(17);
  return Array.from({ length: count }, (_, i) => {
    const workload = workloads[(7 * i + 4) % workloads.length]!;
    const space = template.define(workload, target);
    const config = space.sample(random)!;
    const kernel = asCudaKernel(generate({ template, workload, target, space }, config));
    return { of, what: `${workload.name} ${JSON.stringify(config.values)}`, kernel };
  });
}

/** What the compiler said of a unit that a kernel is part of, and how its functions are named there. */
interface Said {
  readonly status: number | null;
  readonly output: string;
  readonly suffix: string;
}

const warning = /warning|Performance Loss/;
/** Kernels of a unit: starting the compiler takes as long as compiling one. */
const together = 8;

// What the constraints of a space allow, nvcc takes and the architecture can launch.
describeWhere(nvcc, 'nvcc')('nvcc', () => {
  const said = new Map<Drawn, Said>();
  beforeAll(
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'tune-nvcc-'));
      try {
        for (const target of [sm80, sm90]) {
          const all = served.filter((of) => of.target === target).flatMap(drawAll);
          for (let first = 0; first < all.length; first += together)
            compileUnit(all.slice(first, first + together), target.arch, folder);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000 + 3000 * count * served.length,
  );

  /** Where something is wrong with a unit, each kernel of it alone, so that it is known with which. */
  function compileUnit(unit: readonly Drawn[], arch: string, folder: string): void {
    const kernels = unit.map(({ kernel }) => kernel);
    const { status, output } = compile(translationUnit(kernels), arch, folder);
    if (unit.length > 1 && (status !== 0 || warning.test(output)))
      for (const one of unit) compileUnit([one], arch, folder);
    else for (const [i, one] of unit.entries()) said.set(one, { status, output, suffix: `_${i}` });
  }

  test.each(served.map((of) => [of.template.name, of.target.arch, of] as const))(
    'takes what %s allows for %s',
    (_, __, of) => {
      const drawn = [...said].filter(([one]) => one.of === of);
      expect(drawn).toHaveLength(count);
      for (const [{ what, kernel }, { status, output, suffix }] of drawn) {
        expect({ what, status, warned: warning.test(output) ? output : false }).toEqual({
          what,
          status: 0,
          warned: false,
        });
        const problems = launchesOf(kernel).map((launch) =>
          launchProblem(of.target.gpu, launch, resourcesOf(output, launch.name + suffix)),
        );
        expect({ what, problems }).toEqual({ what, problems: problems.map(() => undefined) });
      }
    },
  );
});

/** The compiler's output, with what each function needs. */
function compile(source: string, arch: string, folder: string): { status: number | null; output: string } {
  const path = join(folder, 'kernel.cu');
  writeFileSync(path, source);
  const options = ['-cubin', ...cudaFlags(arch).filter((flag) => flag !== '-w')];
  const files = ['-o', join(folder, 'kernel.cubin'), path];
  const { status, stderr } = spawnSync('nvcc', [...options, ...files], { encoding: 'utf8' });
  return { status, output: stderr };
}

/** What ptxas says that a function needs. */
function resourcesOf(output: string, name: string): { registers: number; staticSharedBytes: number } {
  const own = output.slice(output.indexOf(`'${name}'`));
  return {
    registers: Number(/Used (\d+) registers/.exec(own)![1]),
    staticSharedBytes: Number(/^.*Used .*?(\d+) bytes smem/m.exec(own.split('Compiling', 1)[0]!)?.[1] ?? 0),
  };
}
