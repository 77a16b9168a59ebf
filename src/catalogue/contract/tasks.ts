/** What a template is checked on: its tasks on the awkward shapes of its operator. */
import type { Operator, Workload, ShapeOptions } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Random } from '../../space/random.js';
import type { Target } from '../../target/target.js';
import { isWhole } from '../../elements/registry.js';
import { refusal, typesOf } from '../../templates/refusal.js';
import { makeTask } from '../../templates/task.js';
import type { Task, Template } from '../../templates/template.js';
import { valueType, type DType } from '../../ir/tensor.js';
import { UsageError } from '../../target/errors.js';

export type ContractTask = Task & { readonly number: number };

/**
 * The awkward workloads of an operator in the types of a template, numbered.
 *
 * @internal Tests count what the contract checks.
 */
export function workloadsOf(template: Template, operator: Operator): readonly (readonly [number, Workload])[] {
  return [...awkwardWorkloads(operator, typesOf(template)).entries()];
}

/**
 * The tasks of a template on a target: of the awkward workloads those that it serves. Spaces remember which of their
 * points are valid, which can take longer to find than to build a kernel: make each once. Throws what the
 * template throws.
 */
export function tasksOn(
  target: Target,
  template: Template,
  operator: Operator,
  workloads = workloadsOf(template, operator),
): readonly ContractTask[] {
  return workloads
    .filter(([, workload]) => refusal(template, workload, target) === undefined)
    .map(([number, workload]) => ({ number, ...makeTask(template, workload, target, operator) }));
}

export function samples({ space }: Task, random: Random, count: number): Config[] {
  const taken = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = space.sample(random, new Set(taken.keys()));
    if (config) taken.set(config.index, config);
  }
  return [...taken.values()];
}

/** Of the draws of configs on a target, so that targets are checked on different ones. */
export function seedOf(target: Target): number {
  if (target.model === 'simt') return 1004 + target.gpu.sharedPerBlock;
  return target.threads * 1000 + target.vector.lanes;
}

/**
 * The awkward shapes of an operator: all in the first of the types, a third of them in each of the others. Those of one
 * that declares none are made of its named workloads.
 *
 * @internal Tests take some of them.
 */
export function awkwardWorkloads(operator: Operator, types: readonly DType[] = [valueType]): Workload[] {
  const shapes = operator.awkward ?? derivedShapes(operator);
  const hasTypes = operator.options.some(({ key }) => key === 'dtype');
  return types.flatMap((dtype, t) =>
    shapes
      .filter((_, i) => t === 0 || i % 3 === t % 3)
      .map((shape, i) => awkwardWorkload(operator, shape, hasTypes ? ofType(operator, dtype, i) : {})),
  );
}

/** Tails of whole numbers, one after the other in place of those of floats. */
const wholeTails = [
  ...['none', 'bias,relu', 'requantize:3', 'bias,relu,requantize', 'dequantize,bias,gelu'],
  'bias,requantize:each,dequantize:each,add-quantized:each,relu,quantize:2',
];

function ofType({ options }: Operator, dtype: DType, place: number): ShapeOptions {
  const isQuantised = options.some(({ key, description }) => key === 'epilogue' && description.includes('requantize'));
  if (!isWhole(dtype) || !isQuantised) return { dtype };
  return { dtype, epilogue: wholeTails[place % wholeTails.length]! };
}

/**
 * One of them, with options on top.
 *
 * @internal Tests name and export them.
 */
export function awkwardWorkload(operator: Operator, shape: string | ShapeOptions, more: ShapeOptions): Workload {
  if (typeof shape === 'string') return operator.workload(shape, more);
  return operator.workload(undefined, { ...shape, ...more });
}

type Shape = Readonly<Record<string, string>>;

/** Values that the fields of a shape take in turn: primes, ones, and what vectors and tiles divide. */
const sizes = [7, 1, 13, 31, 64, 37, 3, 101, 48, 17];

/** A field of at most so much is no extent but a kernel, a stride or a number of groups, which primes would blow up. */
const smallest = 8;
const few = [1, 2, 3, 5];

/** Operations of a shape, which a naive reference computes: more takes longer than the kernels do. */
const mostFlops = 2 ** 26;

const most = 16;

/**
 * Shapes that the operator accepts: for some of its named ones all whole numbers changed together, each alone to 1, and
 * small ones as they are. Those of more than 67 million operations are left out.
 *
 * @internal Tests derive those of operators of ours.
 */
export function derivedShapes(operator: Operator): Shape[] {
  const named = Object.values(operator.workloads).slice(0, 4);
  const candidates = interleaved(named.map((shape) => variantsOf(shape)));
  const found = new Map<string, Shape>();
  for (const shape of candidates) {
    if (found.size === most) break;
    if (isAccepted(operator, shape)) found.set(JSON.stringify(Object.entries(shape).sort()), shape);
  }
  return [...found.values()];
}

function variantsOf(shape: Shape): Shape[] {
  const numbers = Object.keys(shape).filter((key) => /^\d+$/.test(shape[key]!));
  const turned = sizes.map((_, turn) => withNumbers(shape, numbers, (place) => sizes[(place + turn) % sizes.length]!));
  const alone = numbers.map((key) => ({ ...turned[2], [key]: '1' }));
  const kept = sizes.map((_, turn) => {
    const large = numbers.filter((key) => Number(shape[key]) > smallest);
    return withNumbers(shape, large, (place) => sizes[(place + turn) % sizes.length]!);
  });
  return [withNumbers(shape, numbers, () => 1), ...interleaved([turned, alone, kept]), shape];
}

/** A shape with some of its numbers changed; a small one stays small. */
function withNumbers(shape: Shape, keys: readonly string[], value: (place: number) => number): Shape {
  const changed = keys.map((key, place) => {
    const size = value(place);
    return [key, `${Number(shape[key]) > smallest ? size : few[size % few.length]!}`] as const;
  });
  return { ...shape, ...Object.fromEntries(changed) };
}

function isAccepted(operator: Operator, shape: Shape): boolean {
  try {
    return operator.flops(operator.workload(undefined, shape)) <= mostFlops;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** The first of each list, then the second of each. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
