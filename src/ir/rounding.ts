/**
 * What rounding comes to in a computation, from its definition alone: the standard deviation of the error of an
 * element relative to the root mean square of all, over inputs drawn uniformly from [-1, 1), or where the computation
 * has a value (`input-ranges.ts`).
 *
 * Every operation in float32 adds a random error of a variance of u²/3 of its result's square (u = 2^-24), and passes
 * on those of its operands. What sums come to is of the type of their terms (`elements/sum-errors.ts`).
 */
import { mean } from 'simple-statistics';
import { elementType, kernelElements } from '../elements/registry.js';
import { unit } from '../elements/sum-errors.js';
import { valueOf, type FunctionName } from './functions.js';
import { range } from './index.js';
import { drawnRanges, usualRange, type Range } from './input-ranges.js';
import { isValueType, valueType } from './tensor.js';
import type { Compute, Computation, DType, Reduction, Tensor, Value } from './tensor.js';

/** How an algorithm sums, where it does not sum what the operator says, in some order. */
export interface Sums {
  /** Terms that are added up one by one. */
  readonly terms: number;
  /** How much larger the errors are than those of sums of so many terms. */
  readonly amplification: number;
}

/** Mean squares over random inputs: of a value, and of its error. */
interface Moments {
  readonly square: number;
  readonly error: number;
}

/** `sums`: how the algorithm makes the computation's sums. */
export function roundingError(computation: Computation, sums?: Sums): number {
  const { inputs, output, cancellation } = computation;
  const dtype = inputs[0]?.dtype ?? valueType;
  const drawn = drawnFor(computation);
  const { square, error } = ofCompute(output.compute!, { dtype, sums, cancellation, drawn });
  return square > 0 ? Math.sqrt(error / square) : 0;
}

/** Elements of which the root mean square may be far from what it is of many: all may happen to be small. */
const FEW = 64;

/**
 * The root mean square that elements would have by the same reckoning, where that of the output may be far below what
 * errors are relative to: behind a ReLU, and of few sums. A sum near zero is off by as much as others. Else undefined.
 */
export function leastMagnitude({ inputs, output }: Pick<Computation, 'inputs' | 'output'>): number | undefined {
  const { reduction, value } = output.compute!;
  const areFew = output.shape.reduce((product, extent) => product * extent, 1) < FEW;
  if (!isClipped(value) && !(areFew && reduction?.op === 'add')) return undefined;
  const { square } = ofCompute(output.compute!, {
    dtype: valueType,
    sums: undefined,
    drawn: drawnFor({ inputs, output }),
  });
  return Number.isFinite(square) ? Math.sqrt(square) : undefined;
}

function isClipped(value: Value): boolean {
  switch (value.kind) {
    case 'binary':
      return value.op === 'max' || value.op === 'min' || isClipped(value.a) || isClipped(value.b);
    case 'cast':
      return isClipped(value.value);
    case 'call':
      return value.args.some(isClipped);
    default:
      return false;
  }
}

interface Arithmetic {
  /** Of the factors. */
  readonly dtype: DType;
  readonly sums: Sums | undefined;
  /** Of the computation. */
  readonly cancellation?: number | undefined;
  /** Inputs. */
  readonly drawn: ReadonlyMap<Tensor, Moments>;
}

function drawnFor(computation: Pick<Computation, 'inputs' | 'output'>): ReadonlyMap<Tensor, Moments> {
  const ranges = drawnRanges(computation);
  return new Map(computation.inputs.map((tensor, i) => [tensor, drawnFrom(ranges[i]!)]));
}

/** An input: uniform, and exact. */
function drawnFrom([low, high]: Range): Moments {
  return { square: (low ** 2 + low * high + high ** 2) / 3, error: 0 };
}

function ofCompute({ reduction, value }: Compute, arithmetic: Arithmetic): Moments {
  const reduced = reduction ? ofReduction(reduction, arithmetic) : undefined;
  return ofValue(value, reduced, arithmetic);
}

function ofReduction({ op, axes, source }: Reduction, arithmetic: Arithmetic): Moments {
  const { dtype, sums, cancellation = 1 } = arithmetic;
  const term = ofValue(source, undefined, arithmetic);
  if (op === 'max' || op === 'min') return term;
  const count = axes.reduce((product, { extent }) => product * range(extent).max, 1);
  // Terms near one, as whoever multiplies many has: others come to nothing, or are beyond all numbers.
  if (op === 'mul') return rounded(1, count * (term.error / term.square + unit ** 2 / 3));
  const { terms, amplification } = sums ?? { terms: count, amplification: cancellation };
  const square = count * term.square;
  return { square, error: count * term.error + square * amplification ** 2 * kernelElements(dtype).sumVariance(terms) };
}

function ofValue(value: Value, reduced: Moments | undefined, arithmetic: Arithmetic): Moments {
  switch (value.kind) {
    case 'constant':
      return { square: value.value ** 2, error: 0 };
    case 'entry':
      return { square: Math.max(...value.matrix.flat().map((x) => x ** 2)), error: 0 };
    case 'load':
      return value.tensor.compute
        ? storedIn(value.tensor.dtype, ofCompute(value.tensor.compute, arithmetic))
        : (arithmetic.drawn.get(value.tensor) ?? drawnFrom(usualRange));
    case 'select':
      return ofSelect(ofValue(value.then, reduced, arithmetic), ofValue(value.otherwise, reduced, arithmetic));
    case 'reduced':
      return reduced!;
    case 'cast':
      return ofCast(value.to, ofValue(value.value, reduced, arithmetic));
    case 'bits':
      return drawnFrom([0, 2 ** value.count - 1]);
    case 'call':
      return ofCall(
        value.name,
        value.args.map((arg) => ofValue(arg, reduced, arithmetic)),
      );
    case 'binary':
      return ofBinary(value.op, ofValue(value.a, reduced, arithmetic), ofValue(value.b, reduced, arithmetic));
  }
}

/** Mostly the first side: the border of an image is the other. Both may be rounded. */
function ofSelect(then: Moments, otherwise: Moments): Moments {
  return { square: then.square, error: Math.max(then.error, otherwise.error) };
}

function ofBinary(op: Extract<Value, { kind: 'binary' }>['op'], a: Moments, b: Moments): Moments {
  switch (op) {
    case 'add':
    case 'sub':
      return rounded(a.square + b.square, a.error + b.error);
    case 'mul':
      return rounded(a.square * b.square, a.error * b.square + b.error * a.square);
    case 'div': {
      const square = a.square / b.square;
      return rounded(square, square * (a.error / a.square + b.error / b.square));
    }
    // Half of the elements are the constant 0 of a ReLU, or any constant that they are beyond.
    case 'max':
      return { square: (a.square + b.square) / 2, error: Math.max(a.error, b.error) };
    case 'min':
      return { square: 1 / (1 / a.square + 2 / b.square), error: Math.max(a.error, b.error) };
  }
}

/** Units in the last place that the code of a function may be off, with those of what it is made of. */
const offBy = 3;

/**
 * Of a function, over arguments as if drawn from normal distributions of their mean squares, at deciles of these: the
 * error of an argument is passed on as the function is steep there, or as at zero, where that is steeper. Behind a long
 * sum most errors of a sigmoid come to nothing, and the largest are those of the few elements near zero. Where it has
 * no value it is left out.
 */
function ofCall(name: FunctionName, [x, p]: readonly Moments[]): Moments {
  const [first, second] = [argumentsOf(x!), p ? argumentsOf(p) : [0]];
  const squares = valuesAt(first, second, (a, b) => valueOf(name, [a, b]) ** 2);
  if (squares.length === 0) return { square: 1, error: (offBy * unit) ** 2 };
  const steepness = (stepA: number, stepB: number): number => {
    const slope = (a: number, b: number, part = 1): number =>
      (valueOf(name, [a + part * stepA, b + part * stepB]) - valueOf(name, [a, b])) / (part * step);
    const slopes = valuesAt(first, second, (a, b) => slope(a, b) ** 2);
    const atZero = valuesAt([0], second, (a, b) => (isSmooth(slope(a, b), slope(a, b, 1 / 2)) ? slope(a, b) ** 2 : 0));
    return Math.max(slopes.length > 0 ? mean(slopes) : 0, ...atZero);
  };
  const passed = steepness(step, 0) * x!.error + (p ? steepness(0, step) * p.error : 0);
  const square = mean(squares);
  return { square, error: passed + (offBy * unit) ** 2 * square };
}

/** Whether a slope stays as it is when its step is halved: that of a jump doubles. */
function isSmooth(slope: number, halved: number): boolean {
  return Math.abs(halved - slope) <= 0.01 * Math.abs(slope);
}

function argumentsOf({ square }: Moments): readonly number[] {
  return deciles.map((z) => z * Math.sqrt(square));
}

/** What is finite over all pairs of arguments. */
function valuesAt(first: readonly number[], second: readonly number[], of: (a: number, b: number) => number): number[] {
  return first.flatMap((a) => second.map((b) => of(a, b))).filter(Number.isFinite);
}

/** For the slope of a function. */
const step = 2 ** -12;

/** Of the standard normal distribution, in the middle of its ten parts. */
const deciles = [-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645];

/** What becomes whole is off by up to a half, evenly. */
function ofCast(to: DType, { square, error }: Moments): Moments {
  return isValueType(to) ? rounded(square, error) : { square, error: error + 1 / 12 };
}

/** On its way a tensor may be kept in a type that rounds. */
function storedIn(dtype: DType, { square, error }: Moments): Moments {
  return { square, error: error + (square * elementType(dtype).storeError ** 2) / 3 };
}

function rounded(square: number, error: number): Moments {
  return { square, error: error + (square * unit ** 2) / 3 };
}
