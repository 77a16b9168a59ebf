/**
 * What matmul, batch_matmul and dense share: C[b, m, n] = sum over k of A[b, m, k] * B[b, k, n], row-major, either input transposed
 * in memory ([k, m] and [n, k]), with a fused epilogue whose bias runs along n. Inputs and output are of one type.
 */
import { z } from 'zod';
import { at, input, sum, times } from '../ir/compute.js';
import type { Computation, DType } from '../ir/tensor.js';
import { buildTail, epilogues, parseEpilogue } from './epilogue.js';
import type { Epilogue } from './epilogue.js';
import type { Operator, ShapeOption, Workload, WorkloadArg } from './operator.js';
import { constants, dtype, dtypeOption, namedShape, positive, refuseUnknown, typeTags, yesOrNo } from './options.js';

export interface ProductShape {
  /** Products that are computed beside each other; undefined where the tensors have no such dimension. */
  readonly batch: number | undefined;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** A lies as [k, m]. */
  readonly transA: boolean;
  /** B lies as [n, k]. */
  readonly transB: boolean;
  /** Of inputs and output. */
  readonly dtype: DType;
  readonly epilogue: readonly Epilogue[];
  /** Inputs known ahead of the calls: the second one, by its name, or none. */
  readonly constant: readonly string[];
}

export type Layout = Pick<ProductShape, 'transA' | 'transB'>;

export type ProductExtents = Omit<ProductShape, 'dtype' | 'epilogue' | 'constant'>;

/** What is particular to one of the operators. */
export interface ProductSpec {
  readonly name: string;
  readonly summary: string;
  /** Names of the inputs; the second one may be constant. */
  readonly inputs: readonly [string, string];
  readonly output: string;
  readonly batched: boolean;
  /** Transpositions, where the operator fixes them. */
  readonly layout: Layout | undefined;
  /** Whether the second input is constant unless the command line says otherwise. */
  readonly constant: boolean;
  readonly workloads: Operator['workloads'];
  readonly encode: (shape: ProductShape) => readonly WorkloadArg[];
  /** Throws UsageError when the arguments are not of this operator. */
  readonly decode: (args: readonly WorkloadArg[]) => ProductShape;
}

export function productShape(workload: Workload): ProductShape {
  return workload.shape as unknown as ProductShape;
}

export function productOperator(spec: ProductSpec): Operator {
  const options = optionsOf(spec);
  return {
    name: spec.name,
    summary: spec.summary,
    options,
    workloads: spec.workloads,
    workload: (name, given) => {
      refuseUnknown(
        spec.name,
        given,
        options.map((o) => o.key),
      );
      return workloadOf(spec, parseShape(spec, { ...namedShape(spec.name, spec.workloads, name), ...given }));
    },
    encode: (workload) => spec.encode(productShape(workload)),
    decode: (args) => workloadOf(spec, spec.decode(args)),
    flops: (workload) => {
      const { batch = 1, m, n, k } = productShape(workload);
      return 2 * batch * m * n * k;
    },
    computation: (workload) => computation(spec, productShape(workload)),
  };
}

function optionsOf({ inputs: [a, b], batched, layout, constant }: ProductSpec): ShapeOption[] {
  const transposition = (key: string, flag: string, name: string, shape: string): ShapeOption[] => [
    { key, flags: `--${flag}`, description: `${name} lies transposed in memory, as ${shape}` },
    { key, flags: `--no-${flag}`, description: `${name} does not` },
  ];
  return [
    ...(batched ? [{ key: 'batch', flags: '--batch <n>', description: 'products beside each other' }] : []),
    { key: 'm', flags: '-m <n>', description: 'rows of the result' },
    { key: 'n', flags: '-n <n>', description: 'columns of the result' },
    { key: 'k', flags: '-k <n>', description: 'length of the sums' },
    ...(layout
      ? []
      : [...transposition('transA', 'trans-a', a, '[k, m]'), ...transposition('transB', 'trans-b', b, '[n, k]')]),
    dtypeOption,
    { key: 'epilogue', flags: '--epilogue <list>', description: `fused tail: ${epilogues.join(', ')}, or none` },
    {
      key: 'constant',
      flags: '--constant <names>',
      description: `inputs known ahead, packed off the clock: ${constant ? `${b} (the default)` : b}, or none`,
    },
  ];
}

function parseShape(spec: ProductSpec, text: Readonly<Record<string, string>>): ProductShape {
  const [, b] = spec.inputs;
  return {
    batch: spec.batched ? positive('--batch', text['batch']) : undefined,
    m: positive('-m', text['m']),
    n: positive('-n', text['n']),
    k: positive('-k', text['k']),
    transA: spec.layout?.transA ?? yesOrNo('--trans-a', text['transA'] ?? 'false'),
    transB: spec.layout?.transB ?? yesOrNo('--trans-b', text['transB'] ?? 'false'),
    dtype: dtype(text['dtype']),
    epilogue: parseEpilogue(text['epilogue'] ?? ''),
    constant: constants('--constant', text['constant'] ?? (spec.constant ? b : ''), [b]),
  };
}

/** Named after the named workload of the same extents, with what else is asked for behind a `+`. */
function workloadOf(spec: ProductSpec, shape: ProductShape): Workload {
  const { m, n, k, epilogue, constant } = shape;
  const [, b] = spec.inputs;
  const same = (text: Readonly<Record<string, string>>): boolean => {
    const other = parseShape(spec, text);
    return (['batch', 'm', 'n', 'k', 'transA', 'transB'] as const).every((key) => other[key] === shape[key]);
  };
  const named = Object.entries(spec.workloads).find(([, text]) => same(text))?.[0];
  const extents = [...groupOf(shape), m, n, k].join('x');
  const turned = named !== undefined || spec.layout ? [] : transposed(shape);
  const known = constant.length > 0;
  const tags = known === spec.constant ? [] : [known ? `constant-${b}` : `variable-${b}`];
  const name = [named ?? extents, ...turned, ...typeTags(shape.dtype), ...epilogue, ...tags].join('+');
  return { operator: spec.name, name, shape: { ...shape } as unknown as Workload['shape'] };
}

function transposed({ transA, transB }: ProductShape): string[] {
  return [...(transA ? ['trans-a'] : []), ...(transB ? ['trans-b'] : [])];
}

function computation(spec: ProductSpec, shape: ProductShape): Computation {
  const { m, n, k, transA, transB, epilogue, constant, dtype } = shape;
  const group = groupOf(shape);
  const [a, b] = inputShapes(shape).map((extents, i) => input(spec.inputs[i], extents, dtype));
  const out = [...group, m, n];
  const tail = buildTail(epilogue, out, [n], (axes) => axes.slice(-1), dtype);
  const output = sum(
    spec.output,
    out,
    [...group.map(() => 'b'), 'i', 'j'],
    { k },
    (axes, { k: kk }) => {
      const outer = axes.slice(0, -2);
      const [i, j] = axes.slice(-2);
      return times(at(a, ...outer, ...(transA ? [kk, i] : [i, kk])), at(b, ...outer, ...(transB ? [j, kk] : [kk, j])));
    },
    tail.finish,
    dtype,
  );
  return { inputs: [a, b, ...tail.inputs], output, constants: constant.length > 0 ? [b] : [] };
}

function inputShapes(shape: ProductShape): readonly [number[], number[]] {
  const { m, n, k, transA, transB } = shape;
  const group = groupOf(shape);
  return [
    [...group, ...(transA ? [k, m] : [m, k])],
    [...group, ...(transB ? [n, k] : [k, n])],
  ];
}

function groupOf({ batch }: ProductShape): number[] {
  return batch === undefined ? [] : [batch];
}

/** Shapes of the two inputs as a record writes them. */
export function inputArgs(shape: ProductShape): readonly [WorkloadArg, WorkloadArg] {
  const [a, b] = inputShapes(shape);
  return [
    ['TENSOR', a, shape.dtype],
    ['TENSOR', b, shape.dtype],
  ];
}

/** The last arguments of a record: epilogue, and what is constant. */
export function tailArgs(constant: string): [z.ZodType<Epilogue[]>, z.ZodType<string[]>] {
  return [z.array(z.enum(epilogues)), z.array(z.literal(constant))];
}

/** Extents from the shapes of the inputs that a record holds; undefined where these do not fit each other. */
export function extentsOf(a: readonly number[], b: readonly number[], layout: Layout): ProductExtents | undefined {
  const [batch, otherBatch] = [a, b].map((shape) => (shape.length > 2 ? shape[0] : undefined));
  const [m, k] = layout.transA ? a.slice(-2).reverse() : a.slice(-2);
  const [otherK, n] = layout.transB ? b.slice(-2).reverse() : b.slice(-2);
  return k === otherK && batch === otherBatch ? { batch, m, n, k, ...layout } : undefined;
}
