import type { Config, KnobValue } from '../space/config.js';
import type { Knob } from '../space/knob.js';
import type { Space } from '../space/space.js';
import type { Featurizer } from './featurizer.js';
import { quantise } from './quantise.js';

/** With more sizes than this, pairs are formed of whole knobs only: the pairs would drown everything else. */
const MAX_PAIRED = 16;

/** The features of one knob: `table` holds, for each of its values, `sizes` and then `flags`. */
interface KnobColumns {
  readonly radix: number;
  /** Logarithms of sizes, that of the knob as a whole last; pairs of these are added up. */
  readonly sizes: readonly string[];
  /** Everything that has no product: categories, positions, switches. */
  readonly flags: readonly string[];
  readonly table: Float32Array;
}

/**
 * Knob values as numbers: log2 of every size, one-hot categories, and the sum of every pair of logarithms, so that one
 * split of a tree can ask about a product (registers of a tile, bytes of a block) that would otherwise cost it many.
 * Columns are named after knobs and choices, so that those of two workloads can be matched.
 */
export function knobFeaturizer(space: Space): Featurizer {
  const knobs = space.knobs.map(toColumns);
  const sizeNames = knobs.flatMap((knob) => knob.sizes);
  const paired = pairedSizes(knobs);
  const pairs = paired.flatMap((a, i) => paired.slice(i + 1).map((b) => [a, b] as const));
  const [first, second] = [Int32Array.from(pairs, ([a]) => a), Int32Array.from(pairs, ([, b]) => b)];
  const names = [
    ...sizeNames,
    ...knobs.flatMap((knob) => knob.flags),
    ...pairs.map(([a, b]) => `${sizeNames[a]} * ${sizeNames[b]}`),
  ];
  const flagsAt = sizeNames.length;
  const pairsAt = names.length - pairs.length;

  const write = (config: Config, out: Float32Array, offset: number): void => {
    let rest = config.index;
    let size = offset;
    let flag = offset + flagsAt;
    for (const knob of knobs) {
      const columns = knob.sizes.length + knob.flags.length;
      let at = (rest % knob.radix) * columns;
      for (const end = size + knob.sizes.length; size < end;) out[size++] = knob.table[at++]!;
      for (const end = flag + knob.flags.length; flag < end;) out[flag++] = knob.table[at++]!;
      rest = Math.floor(rest / knob.radix);
    }
    for (let i = 0; i < first.length; i++) {
      out[offset + pairsAt + i] = out[offset + first[i]!]! + out[offset + second[i]!]!;
    }
  };
  return { names, width: names.length, write };
}

/** Positions, among all sizes, of those that are paired. */
function pairedSizes(knobs: readonly KnobColumns[]): number[] {
  const ofKnob = knobs.map(({ sizes }) => sizes.length);
  const all = Array.from({ length: ofKnob.reduce((sum, count) => sum + count, 0) }, (_, i) => i);
  if (all.length <= MAX_PAIRED) return all;
  let end = 0;
  return ofKnob.filter((count) => count > 0).map((count) => (end += count) - 1);
}

function toColumns(knob: Knob): KnobColumns {
  const { sizes, flags, read } = columnsOf(knob);
  return {
    radix: knob.values.length,
    sizes: sizes.map((name) => `log2 ${name}`),
    flags,
    table: Float32Array.from(knob.values.flatMap(read), quantise),
  };
}

interface Reader {
  readonly sizes: readonly string[];
  readonly flags: readonly string[];
  readonly read: (value: KnobValue) => number[];
}

function columnsOf(knob: Knob): Reader {
  if (knob.kind === 'sp') return splitColumns(knob);
  if (knob.kind === 're') return orderColumns(knob);
  if (knob.kind === 'an') return annotationColumns(knob);
  if (knob.values.every((value) => typeof value === 'number')) {
    return { sizes: [knob.name], flags: [], read: (value) => [log2(value as number)] };
  }
  const choices = knob.values.map(String);
  return { sizes: [], ...oneHot(knob.name, choices, (value) => String(value)) };
}

/** The sizes of a split, without the outermost one where it is "the rest" (-1), and their product. */
function splitColumns(knob: Knob): Reader {
  const values = knob.values as readonly (readonly number[])[];
  const from = values.every((sizes) => sizes[0] === -1) ? 1 : 0;
  const parts = (values[0] ?? []).length - from;
  const names = Array.from({ length: parts }, (_, i) => `${knob.name}[${i + from}]`);
  return {
    sizes: parts > 1 ? [...names, knob.name] : names,
    flags: [],
    read: (value) => {
      const logs = (value as readonly number[]).slice(from).map(log2);
      return parts > 1 ? [...logs, logs.reduce((sum, log) => sum + log, 0)] : logs;
    },
  };
}

/** Where each axis went. */
function orderColumns(knob: Knob): Reader {
  const [first = []] = knob.values as readonly (readonly number[])[];
  const axes = first.toSorted((a, b) => a - b);
  return {
    sizes: [],
    flags: axes.map((axis) => `position of ${knob.name}[${axis}]`),
    read: (value) => axes.map((axis) => (value as readonly number[]).indexOf(axis)),
  };
}

/** One category an axis. */
function annotationColumns(knob: Knob): Reader {
  const values = knob.values.map(words);
  const choices = [...new Set(values.flat())].sort();
  const axes = (values[0] ?? []).map((_, axis) =>
    oneHot(`${knob.name}[${axis}]`, choices, (value) => words(value)[axis]!),
  );
  return {
    sizes: [],
    flags: axes.flatMap((axis) => axis.flags),
    read: (value) => axes.flatMap((axis) => axis.read(value)),
  };
}

function words(value: KnobValue): string[] {
  return (value as readonly (string | number)[]).map(String);
}

function oneHot(name: string, choices: readonly string[], choose: (value: KnobValue) => string): Omit<Reader, 'sizes'> {
  return {
    flags: choices.map((choice) => `${name} = ${choice}`),
    read: (value) => choices.map((choice) => +(choose(value) === choice)),
  };
}

/** A monotone log2 for every number: 0 lies one step below 1, a negative number below that. */
function log2(value: number): number {
  if (value > 0) return Math.log2(value);
  return value === 0 ? -1 : -2 - Math.log2(-value);
}
