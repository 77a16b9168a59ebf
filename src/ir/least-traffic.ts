/**
 * The bytes that a call of a computation moves at least, whatever its schedule: all of the output is written, and what
 * the output depends on is read. What cannot be counted for sure is not counted.
 */
import { range, type Index, type Var } from './index.js';
import { eachVar } from './index-facts.js';
import { elementBytes, type Computation, type Compute, type Condition, type LoadValue } from './tensor.js';
import type { Reduction, Tensor, Value } from './tensor.js';

export interface LeastTraffic {
  readonly read: number;
  readonly written: number;
}

export function leastTraffic({ inputs, output }: Pick<Computation, 'inputs' | 'output'>): LeastTraffic {
  const elements = new Map<Tensor, number>();
  const axes = output.shape.map((extent) => steps(0, 1, extent));
  readBy(output.compute!, axes, elements);
  const read = inputs.reduce((bytes, input) => bytes + (elements.get(input) ?? 0) * elementBytes(input.dtype), 0);
  return { read, written: count(axes) * elementBytes(output.dtype) };
}

/** `first`, `first + step`, …: some of the values that an index takes, `step` above 0. */
interface Steps {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

type Known = ReadonlyMap<Var, Steps>;

function steps(first: number, step: number, count: number): Steps {
  return { first, step, count: Math.max(0, count) };
}

function count(along: readonly Steps[]): number {
  return along.reduce((product, one) => product * one.count, 1);
}

/** Notes how many elements of each argument the elements of a tensor at these places depend on. */
function readBy({ axes, reduction, value }: Compute, places: readonly Steps[], elements: Map<Tensor, number>): void {
  readByValue(value, new Map(axes.map((axis, d) => [axis, places[d]!])), { reduction, elements });
}

interface Reading {
  readonly reduction: Reduction | undefined;
  readonly elements: Map<Tensor, number>;
}

function readByValue(value: Value, known: Known, reading: Reading): void {
  switch (value.kind) {
    case 'constant':
    case 'entry':
      return;
    case 'binary':
      readByValue(value.a, known, reading);
      readByValue(value.b, known, reading);
      return;
    case 'cast':
    case 'bits':
      readByValue(value.value, known, reading);
      return;
    case 'call':
      for (const arg of value.args) readByValue(arg, known, reading);
      return;
    case 'select': {
      const where = value.when.reduce<Known | undefined>((rest, condition) => rest && restrict(rest, condition), known);
      if (where) readByValue(value.then, where, reading);
      return;
    }
    case 'reduced':
      if (reading.reduction) readByReduction(reading.reduction, known, reading.elements);
      return;
    case 'load':
      readByLoad(value, known, reading.elements);
  }
}

function readByReduction({ axes, source }: Reduction, known: Known, elements: Map<Tensor, number>): void {
  const summed = axes.map(({ axis, extent }) => [axis, steps(0, 1, range(extent).min)] as const);
  readByValue(source, new Map([...known, ...summed]), { reduction: undefined, elements });
}

function readByLoad({ tensor, indices }: LoadValue, known: Known, elements: Map<Tensor, number>): void {
  const places = placesOf(indices, known, tensor.shape);
  if (!places) return;
  if (tensor.compute) readBy(tensor.compute, places, elements);
  else elements.set(tensor, Math.max(elements.get(tensor) ?? 0, count(places)));
}

/** Places along each dimension, all combinations of which are read; undefined where dimensions share a variable. */
function placesOf(indices: readonly Index[], known: Known, shape: readonly number[]): readonly Steps[] | undefined {
  const seen = new Set<Var>();
  for (const index of indices) {
    const here = varsOf(index);
    if (here.some((v) => seen.has(v))) return undefined;
    for (const v of here) seen.add(v);
  }
  const places = indices.flatMap((index, d) => {
    const taken = valuesOf(index, known);
    return taken ? [between(taken, 0, shape[d]! - 1)] : [];
  });
  return places.length === indices.length ? places : undefined;
}

function varsOf(index: Index): Var[] {
  const found: Var[] = [];
  eachVar(index, (v) => found.push(v));
  return found;
}

/** Values that an index takes, each by values of its variables of its own; undefined where it is no sum of these. */
function valuesOf({ constant, terms }: Index, known: Known): Steps | undefined {
  let sum: Steps | undefined = steps(constant, 1, 1);
  for (const { atom, coefficient } of terms) {
    const of: Steps | undefined = atom.kind === 'var' ? known.get(atom.of) : undefined;
    sum = of && sum && plus(sum, times(of, coefficient));
  }
  return sum;
}

function times({ first, step, count }: Steps, factor: number): Steps {
  const least = factor < 0 ? factor * (first + (count - 1) * step) : factor * first;
  return steps(least, Math.abs(factor) * step, count);
}

/** Some of the sums: those of windows that overlap or touch, otherwise those with the least of one side. */
function plus(a: Steps, b: Steps): Steps {
  const [coarse, fine] = a.step > b.step ? [a, b] : [b, a];
  const first = a.first + b.first;
  if (a.count * b.count === 0) return steps(first, 1, 0);
  const closes = coarse.step % fine.step === 0 && fine.step * fine.count >= coarse.step;
  if (closes) return steps(first, fine.step, ((coarse.count - 1) * coarse.step) / fine.step + fine.count);
  const longer = a.count > b.count ? a : b;
  return steps(first, longer.step, longer.count);
}

/** Those from a least to a largest number. */
function between({ first, step, count }: Steps, least: number, largest: number): Steps {
  const skipped = Math.max(0, Math.ceil((least - first) / step));
  const begin = first + skipped * step;
  return steps(begin, step, Math.min(count - skipped, Math.floor((largest - begin) / step) + 1));
}

/** Where a condition holds; undefined where that hangs on several variables together. */
function restrict(known: Known, condition: Condition): Known | undefined {
  const [term, ...others] = condition.terms;
  if (!term) return condition.constant >= 0 ? known : undefined;
  const { atom, coefficient } = term;
  const of = atom.kind === 'var' ? known.get(atom.of) : undefined;
  if (others.length > 0 || atom.kind !== 'var' || !of) return undefined;
  const bound = -condition.constant / coefficient;
  const here = coefficient > 0 ? between(of, Math.ceil(bound), Infinity) : between(of, -Infinity, Math.floor(bound));
  return new Map([...known, [atom.of, here]]);
}
