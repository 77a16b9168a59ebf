/**
 * Between which numbers the inputs of a computation are drawn, so that it has a value everywhere: nothing below zero
 * under a root, nothing near zero under a division, no exponential beyond all numbers. Interval arithmetic decides:
 * of some ways to draw, the first by which no function meets what it has no value for.
 */
import { elementType, isWhole, kernelElements } from '../elements/registry.js';
import { valueOf, type FunctionName } from './functions.js';
import { range as extentRange } from './index.js';
import { isDeepStrictEqual } from 'node:util';
import type { Compute, Computation, Reduction, Tensor, Value } from './tensor.js';

export type Range = readonly [low: number, high: number];

/** What inputs are drawn from where nothing asks for anything else. */
export const usualRange: Range = [-1, 1];
/** Away from zero, and above all of these. */
const positive: Range = [0.5, 1.5];
const high: Range = [2, 3];

/** A denominator may not come nearer to zero, nor a logarithm. */
const nearZero = 2 ** -6;
const largestExponent = 60;
/** Inputs that are drawn in another way together, at most, unless all are; and ways that are tried. */
const mostTogether = 3;
const mostWays = 512;

/** A range for each input, in their order. */
export function inputRanges(computation: Pick<Computation, 'inputs' | 'output'>): readonly Range[] {
  const { inputs } = computation;
  const usual = inputs.map(({ drawn = usualRange }) => drawn);
  if (hasValue(computation, usual)) return usual;
  const changeable = inputs.flatMap(({ dtype }, i) => (elementType(dtype).kind === 'floating' ? [i] : []));
  return waysToDraw(usual, changeable).find((ranges) => hasValue(computation, ranges)) ?? usual;
}

/** The same, of whole numbers as their types are drawn. */
export function drawnRanges(computation: Pick<Computation, 'inputs' | 'output'>): readonly Range[] {
  const ranges = inputRanges(computation);
  return computation.inputs.map(({ dtype }, i) =>
    isWhole(dtype) && ranges[i] === usualRange ? kernelElements(dtype).drawn : ranges[i]!,
  );
}

/** Few inputs that are not drawn as usual before many. */
function waysToDraw(usual: readonly Range[], changeable: readonly number[]): (readonly Range[])[] {
  const some = subsets(changeable, mostTogether).sort((a, b) => a.length - b.length);
  const change = (set: readonly number[], highest?: number): readonly Range[] =>
    usual.map((range, i) => (i === highest ? high : set.includes(i) ? positive : range));
  const ways = (set: readonly number[]): (readonly Range[])[] => [change(set), ...set.map((i) => change(set, i))];
  return [...some.flatMap(ways).slice(0, mostWays), ...ways(changeable)];
}

function subsets(of: readonly number[], most: number): (readonly number[])[] {
  if (most === 0) return [];
  return of.flatMap((first, i) => [[first], ...subsets(of.slice(i + 1), most - 1).map((rest) => [first, ...rest])]);
}

/** Thrown where a function may meet what it has no value for. */
class NoValue extends Error {}

function hasValue({ inputs, output }: Pick<Computation, 'inputs' | 'output'>, ranges: readonly Range[]): boolean {
  try {
    new Intervals(new Map(inputs.map((tensor, i) => [tensor, ranges[i]!]))).ofCompute(output.compute!);
    return true;
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
}

/** Between which numbers values lie. */
class Intervals {
  constructor(private readonly known: Map<Tensor, Range>) {}

  ofCompute({ reduction, value }: Compute): Range {
    return this.ofValue(value, reduction && this.#ofReduction(reduction));
  }

  ofValue(value: Value, reduced?: Range): Range {
    const of = (one: Value): Range => this.ofValue(one, reduced);
    switch (value.kind) {
      case 'constant':
        return [value.value, value.value];
      case 'entry':
        return [Math.min(...value.matrix.flat()), Math.max(...value.matrix.flat())];
      case 'load':
        return this.#ofTensor(value.tensor);
      case 'select':
        return around([...of(value.then), ...of(value.otherwise)]);
      case 'reduced':
        return reduced!;
      case 'cast':
        return of(value.value);
      case 'bits':
        return [0, 2 ** value.count - 1];
      case 'call':
        return ofCall(value.name, value.args.map(of));
      case 'binary':
        return ofBinary(value, of(value.a), of(value.b));
    }
  }

  #ofTensor(tensor: Tensor): Range {
    const range = this.known.get(tensor) ?? this.ofCompute(tensor.compute!);
    this.known.set(tensor, range);
    return range;
  }

  #ofReduction({ op, axes, source }: Reduction): Range {
    const [low, high] = this.ofValue(source);
    const count = axes.reduce((product, { extent }) => product * extentRange(extent).max, 1);
    switch (op) {
      case 'max':
      case 'min':
        return [low, high];
      case 'add':
        return [low < 0 ? count * low : low, high > 0 ? count * high : high];
      case 'mul': {
        const size = Math.max(Math.abs(low), Math.abs(high), 1) ** count;
        return low > 0 ? [Math.min(low, low ** count), size] : [-size, size];
      }
    }
  }
}

function around(values: readonly number[]): Range {
  if (values.some(Number.isNaN)) throw new NoValue();
  return [Math.min(...values), Math.max(...values)];
}

function ofBinary({ op, a, b }: Extract<Value, { kind: 'binary' }>, x: Range, y: Range): Range {
  const ends = (of: (p: number, q: number) => number): Range => around(x.flatMap((p) => y.map((q) => of(p, q))));
  switch (op) {
    case 'add':
      return [x[0] + y[0], x[1] + y[1]];
    case 'sub':
      return [x[0] - y[1], x[1] - y[0]];
    case 'mul': {
      const product = ends((p, q) => (p === 0 || q === 0 ? 0 : p * q));
      return isDeepStrictEqual(a, b) ? [Math.max(0, product[0]), product[1]] : product;
    }
    case 'div':
      if (y[0] < nearZero && y[1] > -nearZero) throw new NoValue();
      return ends((p, q) => p / q);
    case 'min':
      return [Math.min(x[0], y[0]), Math.min(x[1], y[1])];
    case 'max':
      return [Math.max(x[0], y[0]), Math.max(x[1], y[1])];
  }
}

/** What an argument must be: between these, where it is not any number. */
const domains: Partial<Record<FunctionName, Range>> = {
  exp: [-Infinity, largestExponent],
  log: [nearZero, Infinity],
  sqrt: [0, Infinity],
  power: [nearZero, Infinity],
  elu: [-Infinity, largestExponent],
};

/** At a grid of arguments: functions here have no peaks between. */
function ofCall(name: FunctionName, args: readonly Range[]): Range {
  const [x, p = [0, 0]] = args as readonly [Range, Range?];
  const [least, most] = domains[name] ?? [-Infinity, Infinity];
  if (x[0] < least || x[1] > most) throw new NoValue();
  return around(grid(x).flatMap((first) => grid(p).map((second) => valueOf(name, [first, second]))));
}

function grid([low, high]: Range): readonly number[] {
  const steps = 16;
  if (low === high || !Number.isFinite(low) || !Number.isFinite(high)) return [low, high];
  return [...Array.from({ length: steps }, (_, i) => low + ((high - low) * i) / steps), high];
}
