/** Shapes as the library in C has them: the fields of a struct of ints, in their order (native/export/tunelib.h). */
import { conv2dShape } from '../../operator/conv2d.js';
import { conv2dTransposeShape } from '../../operator/conv2d-transpose.js';
import type { Workload } from '../../operator/operator.js';
import { productShape } from '../../operator/product.js';

/** Operators that a library has, in the order of their numbers (native/export/dispatch.c). */
const libraryOperators = ['conv2d', 'conv2d_transpose', 'matmul', 'batch_matmul', 'dense'] as const;
type LibraryOperator = (typeof libraryOperators)[number];

const layouts = { NCHW: 0, NHWC: 1, any: 2 } as const;
const steps: Readonly<Record<string, number>> = {
  ...{ bias: 1, relu: 2, relu6: 3, add: 4 },
  // With zero points.
  ...{ requantize: 5, dequantize: 6, quantize: 7, 'add-quantized': 8 },
};
/** Steps of an epilogue that one word holds, and zero points of them. */
const MOST_STEPS = 7;
const MOST_ZEROS = 4;

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

/** A workload's shape as a struct of the header: the operator's number, and words, but for the threads at the end. */
export interface ShapeWords {
  readonly operation: number;
  readonly words: readonly number[];
}

/**
 * Undefined where no struct has room for what the shape says, as for other operators, steps or borders: such a workload
 * is found by its name.
 */
export function wordsOf(workload: Workload): ShapeWords | undefined {
  const name = libraryOperators.find((one) => one === workload.operator);
  const { border = 0 } = workload.shape;
  const epilogue = epilogueOf(workload);
  const isHeld = epilogue.length <= MOST_STEPS && zerosOf(epilogue).length <= MOST_ZEROS && epilogue.every(isKnown);
  if (!name || border !== 0 || !isHeld) return undefined;
  return { operation: libraryOperators.indexOf(name), words: words[name](workload) };
}

/** The zero points of a workload's epilogue as the last word of its shape: eight bits each. */
export function zeroPointsWord(workload: Workload): number {
  const bytes = zerosOf(epilogueOf(workload)).map((zero) => zero & 255);
  return bytes.reduce((word, byte, place) => word | (byte << (8 * place)), 0);
}

function epilogueOf({ shape }: Workload): readonly string[] {
  const { epilogue } = shape;
  return Array.isArray(epilogue) ? (epilogue as string[]) : [];
}

/** A step's name and its zero point: other numbers no library has. */
function partsOf(step: string): readonly [name: string, zero: string | undefined] {
  const [name = '', zero] = step.split(':');
  return [name, zero];
}

function isKnown(step: string): boolean {
  const [name, zero] = partsOf(step);
  if (!Object.hasOwn(steps, name)) return false;
  return steps[name]! < steps['requantize']! ? zero === undefined : Number.isInteger(Number(zero));
}

function zerosOf(epilogue: readonly string[]): readonly number[] {
  return epilogue.flatMap((step) => partsOf(step)[1] ?? []).map(Number);
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
  return [
    epilogue.reduce((code, step, place) => code + steps[partsOf(step)[0]]! * 16 ** place, 0),
    constant.length > 0 ? 1 : 0,
  ];
}
