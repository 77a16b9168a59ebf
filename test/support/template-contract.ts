import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { missingHere } from '../../src/backend/cpu/march.js';
import { openEmulator } from '../../src/backend/cuda/emulator.js';
import { formatTarget } from '../../src/backend/registry.js';
import { checkKernels, checkLog, checkPurity, type Finding } from '../../src/catalogue/contract/contract.js';
import { samples, seedOf, tasksOn, workloadsOf, type ContractTask } from '../../src/catalogue/contract/tasks.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { bfloat16 } from '../../src/elements/bfloat16.js';
import { int8 } from '../../src/elements/int8.js';
import { uint8 } from '../../src/elements/uint8.js';
import type { DType } from '../../src/ir/tensor.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { elementTypeOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import type { Target, TargetModel } from '../../src/target/target.js';
import type { Template } from '../../src/templates/template.js';
import { emulatedCpu, openCheckerUnderTest } from './emulated.js';
import { noteSkipped } from './skips.js';
import { avx2, avx512, avx512bf16, avx512vnni, avxvnni, sm80, sm90, sse, withThreads } from './targets.js';

const emulated = emulatedCpu(1);
const isHere = ({ arch }: CpuTarget): boolean => missingHere(arch).length === 0;
const runnable = emulated ? [emulated] : [avx512, avx2, sse].filter(isHere);

/** CPUs that differ from the others in what they multiply elements of some types by: they are checked on these. */
const ofTypes = new Map<Target, readonly DType[]>([
  [avx512vnni, [uint8.name, int8.name]],
  [avxvnni, [uint8.name, int8.name]],
  [avx512bf16, [bfloat16.name]],
]);
const cpusOfTypes = emulated ? [] : [avx512vnni, avxvnni, avx512bf16];

const targetsOf = {
  simd: [...runnable, withThreads(runnable.at(0)!, 2), ...cpusOfTypes.filter(isHere)],
  simt: [sm80, sm90],
};
/**
 * Random configs of each shape and target, for a long proof; without, every eighth shape has one, for the targets in
 * turn, and of those for GPUs, whose emulation takes longest, every sixteenth.
 */
const asked = process.env['TUNE_CONTRACT_CONFIGS'];
const count = Number(asked ?? 1);
const shares = { simd: 8, simt: 16 };
/** Of templates that are derived, which are many: each of them is one program. */
const shareOfDerived = 64;

/** Kernels for a GPU run on this machine's CPU, block by block. */
const deviceOf = { simd: openCheckerUnderTest, simt: openEmulator };

/** The tasks of each target that has any. */
function tasksOf(template: Template): ReadonlyMap<Target, readonly ContractTask[]> {
  const operator = findOperator(template.operator);
  const workloads = workloadsOf(template, operator);
  const on = (target: Target): readonly ContractTask[] => {
    const types = ofTypes.get(target);
    const own = workloads.filter(([, workload]) => types?.includes(elementTypeOf(workload)) ?? true);
    return tasksOn(target, template, operator, own);
  };
  const tasks = targetsOf[template.target].map((t) => [t, on(t)] as const);
  return new Map(tasks.filter(([, some]) => some.length > 0));
}

/** Fails with what a finding is about. */
function expectKept({ task, config, error, problem }: Finding): void {
  const what = `${task.workload.name} ${JSON.stringify(config?.values)}`;
  expect({ what, error, problem }).toEqual({ what, error: 0, problem: undefined });
}

/** Kernels that were right. */
let right = 0;

/**
 * What every template promises, on every awkward shape of its operator. References of shapes that they share are built
 * once.
 */
export function describeTemplates(target: TargetModel, some: readonly Template[]): void {
  if (target === 'simd')
    for (const { arch } of cpusOfTypes)
      if (missingHere(arch).length > 0) noteSkipped(`a CPU with ${missingHere(arch).join(', ')}`);
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(deviceOf[target], { seed: 7 });
  });
  afterAll(async () => {
    if (asked !== undefined) process.stdout.write(`${some.length} templates, ${right} kernels right\n`);
    await measurer.close();
  });
  for (const [place, template] of some.entries()) describeTemplate(template, place, () => measurer);
}

function describeTemplate(template: Template, place: number, measurer: () => KernelMeasurer): void {
  describe(`the template ${template.name}`, () => {
    const tasks = tasksOf(template);
    const share = template.isDerived ? shareOfDerived : shares[template.target];

    /** The targets that serve a workload have it in turn. */
    const isInTurn = ({ number, target }: ContractTask): boolean => {
      const serving = [...tasks].flatMap(([t, some]) => (some.some((task) => task.number === number) ? [t] : []));
      return serving[Math.floor(number / share) % serving.length] === target;
    };
    const inTurn = (some: readonly ContractTask[]): readonly ContractTask[] =>
      asked === undefined ? some.filter(isInTurn) : some;

    /** The one of those for some types alone that one task is taken of at least. */
    const cpus = [...tasks.keys()].filter((t) => ofTypes.has(t));
    const ofTypesInTurn = cpus[place % cpus.length];

    /**
     * Of these one in `share`, others than those of the templates beside this one; one task at least, where the target
     * is for all types or its turn has come.
     */
    const chosen = (some: readonly ContractTask[]): readonly ContractTask[] => {
      if (asked !== undefined) return some;
      const few = inTurn(some).filter(({ number }) => (number + place) % share === 0);
      const target = some[0]?.target;
      const least = target === undefined || (ofTypes.has(target) && target !== ofTypesInTurn) ? 0 : 1;
      return few.length > 0 ? few : some.slice(0, least);
    };

    const checked = [...tasks].filter(([, some]) => chosen(some).length > 0);
    test.each(checked.map(([target, some]) => [formatTarget(target), target, some] as const))(
      'is right on awkward shapes with random configs, on %s',
      async (__, target, some) => {
        const random = new Random(seedOf(target));
        for (const task of chosen(some)) {
          const configs = samples(task, random, count);
          let kept = 0;
          for await (const found of checkKernels(task, configs, measurer())) {
            expectKept(found);
            kept++;
          }
          expect(kept).toBe(configs.length);
          right += kept;
        }
      },
      240_000 + 30_000 * count,
    );

    test('is a pure function: the same config gives the same source', () => {
      for (const task of [...tasks.values()].flatMap(chosen)) expectKept(checkPurity(task));
    });

    // Spaces for a GPU, or of sketches, have few valid points, which take long to find: the long proof does so for
    // every shape.
    const searched = template.target === 'simt' || template.isDerived ? chosen : inTurn;
    test('has a config for awkward shapes, and its configs survive the log', () => {
      for (const task of [...tasks.values()].flatMap(searched)) expectKept(checkLog(task));
    });
  });
}
