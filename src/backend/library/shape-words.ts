/** Shapes as the library in C has them: the fields of a struct of ints, in their order (native/export/tunelib.h). */
import { conv2dShape } from '../../operator/conv2d.js';
import { conv2dTransposeShape } from '../../operator/conv2d-transpose.js';
import type { Workload } from '../../operator/operator.js';
import { productShape } from '../../operator/product.js';

/** Operators that a library has, in the order of their numbers (native/export/dispatch.c). */
export const libraryOperators = ['conv2d', 'conv2d_transpose', 'matmul', 'batch_matmul', 'dense'] as const;
type LibraryOperator = (typeof libraryOperators)[number];

const layouts = { NCHW: 0, NHWC: 1, any: 2 } as const;
const steps: Readonly<Record<string, number>> = { bias: 1, relu: 2, relu6: 3, add: 4 };
/** Steps of an epilogue that one word holds. */
const MOST_STEPS = 7;

const words: Readonly<Record<LibraryOperator, (workload: Workload) => readonly number[]>> = {
  conv2d: (workload) => {
    const s = conv2dShape(workload);
    return [...imageWords(s), ...s.pad, ...s.dilation, s.groups, layouts[s.layout], ...tailWords(s)];
  },
  conv2d_transpose: (workload) => {
    const s = conv2dTransposeShape(workload);
    const own = [...s.pad, ...s.outputPadding, ...s.dilation];
    return [...imageWords(s), ...own, s.groups, layouts[s.layout], ...tailWords(s)];
  },
  matmul: (workload) => {
    const s = productShape(workload);
    return [s.m, s.n, s.k, Number(s.transA), Number(s.transB), ...tailWords(s)];
  },
  batch_matmul: (workload) => {
    const s = productShape(workload);
    return [s.batch ?? 1, s.m, s.n, s.k, Number(s.transA), Number(s.transB), ...tailWords(s)];
  },
  dense: (workload) => {
    const s = productShape(workload);
    return [s.m, s.n, s.k, ...tailWords(s)];
  },
};

/**
 * The words of a workload's shape, without the threads that come last; a sentence that says why where a library cannot
 * have it.
 */
export function shapeWords(workload: Workload): readonly number[] | string {
  const operator = libraryOperators.find((name) => name === workload.operator);
  if (!operator) return `a library has no operator ${workload.operator}`;
  const epilogue = workload.shape['epilogue'];
  if (Array.isArray(epilogue) && epilogue.length > MOST_STEPS) return `its epilogue has more than ${MOST_STEPS} steps`;
  const unknown = Array.isArray(epilogue)
    ? (epilogue as string[]).find((step) => !Object.hasOwn(steps, step))
    : undefined;
  if (unknown !== undefined) return `a library has no epilogue with ${unknown}`;
  return words[operator](workload);
}

type Pair = readonly [number, number];

interface Image {
  readonly batch: number;
  readonly inChannels: number;
  readonly height: number;
  readonly width: number;
  readonly outChannels: number;
  readonly kernel: Pair;
  readonly stride: Pair;
}

function imageWords(s: Image): number[] {
  return [s.batch, s.inChannels, s.height, s.width, s.outChannels, ...s.kernel, ...s.stride];
}

interface Tailed {
  readonly epilogue: readonly string[];
  readonly constant: readonly string[];
}

function tailWords({ epilogue, constant }: Tailed): number[] {
  return [epilogue.reduce((code, step, place) => code + steps[step]! * 16 ** place, 0), constant.length > 0 ? 1 : 0];
}
