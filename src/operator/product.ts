/**
 * What matmul, batch_matmul and dense share: C[b, m, n] = sum over k of A[b, m, k] * B[b, k, n], row-major, either
 * input transposed in memory ([k, m] and [n, k]), with a fused epilogue whose bias runs along n. Inputs and output are
 * of one type, unless they are whole numbers: products of uint8 by int8, or of int8, are summed up to int32.
 */
import { z } from 'zod';
import { at, input, sum, times } from '../ir/compute.js';
import { weightsOf } from '../ir/tensor.js';
import type { Computation, DType } from '../ir/tensor.js';
import { sizes2, sizes3, tensor, type Derived, type LogArguments } from './args.js';
import { defineOperator, type ShapedOperator } from './declaration.js';
import { buildTail, checkTail, epilogueField } from './epilogue.js';
import {
  absentField,
  constantField,
  elementTypeField,
  extentField,
  fixedField,
  numberFrom,
  switchField,
} from './fields.js';
import type { ShapeOptions, Workload, TensorOperator } from './operator.js';
import { shapeReader, groupsOf } from './shape.js';
import { checkSumLength } from './sum-length.js';

interface ProductSpec extends Pick<TensorOperator, 'name' | 'summary' | 'workloads'> {
  /** Names of the inputs; the second one may be constant. */
  readonly inputs: readonly [string, string];
  readonly output: string;
  readonly batched: boolean;
  /** Transpositions, where the operator fixes them. */
  readonly layout: { readonly transA: boolean; readonly transB: boolean } | undefined;
  /** Whether the second input is constant unless the command line says otherwise. */
  readonly constant: boolean;
  /** The arguments of a record behind its first two, which are the inputs. */
  readonly log: LogArguments<ProductShape>;
}

type Particulars = Pick<ProductSpec, 'inputs' | 'batched' | 'layout' | 'constant'>;

export type ProductShape = Readonly<z.infer<ReturnType<typeof schemaOf>>>;

/** `transA`: A is [k, m] in memory; `transB`: B is [n, k]. */
function schemaOf({ inputs: [a, b], batched, layout, constant }: Particulars) {
  const transposed = (flag: string, name: string, shape: string): z.ZodType<boolean> =>
    switchField(flag, `${name} is transposed in memory, ${shape}`, `${name} is not transposed`);
  return z.object({
    batch: batched ? extentField('--batch <n>', 'number of products') : absentField(),
    m: extentField('-m <n>', 'rows of the result'),
    n: extentField('-n <n>', 'columns of the result'),
    k: extentField('-k <n>', 'length of the sums'),
    transA: layout ? fixedField(layout.transA) : transposed('trans-a', a, '[k, m]'),
    transB: layout ? fixedField(layout.transB) : transposed('trans-b', b, '[n, k]'),
    dtype: elementTypeField(),
    epilogue: epilogueField(),
    constant: constantField(b, constant),
  });
}

const anyProduct = z.object({
  batch: z.union([numberFrom(1), absentField()]),
  m: numberFrom(1),
  n: numberFrom(1),
  k: numberFrom(1),
  transA: z.boolean(),
  transB: z.boolean(),
  dtype: elementTypeField(),
  epilogue: epilogueField(),
  constant: z.array(z.string()),
});

export const productShape: (workload: Workload) => ProductShape = shapeReader<ProductShape>(anyProduct);

export function productOperator(spec: ProductSpec): ShapedOperator<ProductShape> {
  const { name, summary, batched, workloads, log } = spec;
  return defineOperator<ProductShape>({
    ...{ name, summary, workloads },
    shape: schemaOf(spec),
    describe: (shape) => describe(spec, shape),
    undescribe: (text) => undescribe(spec, text),
    log: { ...log, order: [...inputTensors(batched), ...log.order] },
    check: (shape) => {
      checkSumLength(shape.dtype, shape.k);
      checkTail(shape);
    },
    flops: ({ batch = 1, m, n, k }) => 2 * batch * m * n * k,
    computation: (shape) => computation(spec, shape),
  });
}

function describe({ layout }: ProductSpec, shape: ProductShape): string {
  const { m, n, k, transA, transB } = shape;
  const extents = [...groupOf(shape), m, n, k].join('x');
  return layout ? extents : [extents, ...(transA ? ['trans-a'] : []), ...(transB ? ['trans-b'] : [])].join('+');
}

function undescribe({ batched }: ProductSpec, text: string): ShapeOptions | undefined {
  const batch = batched ? /(?<batch>\d+)x/.source : '';
  return groupsOf(new RegExp(`^${batch}(?<m>\\d+)x(?<n>\\d+)x(?<k>\\d+)$`).exec(text));
}

function computation(spec: ProductSpec, shape: ProductShape): Computation {
  const { m, n, k, transA, transB, epilogue, constant, dtype } = shape;
  const group = groupOf(shape);
  const [nameA, nameB] = spec.inputs;
  const a = input(nameA, [...group, ...matrixA(shape)], dtype);
  const b = input(nameB, [...group, ...matrixB(shape)], weightsOf(dtype));
  const out = [...group, m, n];
  const tail = buildTail(epilogue, out, [n], (axes) => axes.slice(-1), { dtype, terms: k });
  const output = sum(
    spec.output,
    out,
    [...group.map(() => 'b'), 'i', 'j'],
    { k },
    (axes, { k: kk }) => {
      const outer = axes.slice(0, -2);
      const [i, j] = [axes.at(-2)!, axes.at(-1)!];
      return times(at(a, ...outer, ...(transA ? [kk, i] : [i, kk])), at(b, ...outer, ...(transB ? [j, kk] : [kk, j])));
    },
    tail.finish,
    tail.dtype,
  );
  return { inputs: [a, b, ...tail.inputs], output, constants: constant.length > 0 ? [b] : [] };
}

function groupOf({ batch }: ProductShape): number[] {
  return batch === undefined ? [] : [batch];
}

type Matrix = [rows: number, columns: number];

function transposedIf(transposed: boolean | undefined, [rows, columns]: Matrix): Matrix {
  return transposed ? [columns, rows] : [rows, columns];
}

function inputTensors(batched: boolean): Derived<ProductShape>[] {
  const a = inputTensor(batched, matrixA, (sizes, { transA }) => {
    const [m, k] = transposedIf(transA, sizes);
    return { m, k };
  });
  const b = inputTensor(
    batched,
    matrixB,
    (sizes, { transB }) => {
      const [k, n] = transposedIf(transB, sizes);
      return { k, n };
    },
    weightsOf,
  );
  return [a, b];
}

function matrixA({ m, k, transA }: ProductShape): Matrix {
  return transposedIf(transA, [m, k]);
}

function matrixB({ k, n, transB }: ProductShape): Matrix {
  return transposedIf(transB, [k, n]);
}

function inputTensor(
  batched: boolean,
  of: (shape: ProductShape) => Matrix,
  shapeFrom: (matrix: Matrix, known: Partial<ProductShape>) => Partial<ProductShape>,
  type?: (dtype: DType) => DType,
): Derived<ProductShape> {
  if (!batched) return tensor(sizes2, of, shapeFrom, type);
  return tensor<ProductShape, z.infer<typeof sizes3>>(
    sizes3,
    (shape) => [shape.batch ?? 1, ...of(shape)],
    ([batch, ...matrix], known) => ({ batch, ...shapeFrom(matrix, known) }),
    type,
  );
}
