import { textOf, type Primitive } from '../ir/trace.js';
import type { Config, KnobValue } from '../space/config.js';
import type { Space } from '../space/space.js';
import type { Featurizer } from './featurizer.js';
import { columnNames, nodeWidth, wordOf, type Layout } from './layout.js';
import { scaled } from './scale.js';

/** Steps that rows have room for; TLP has 25 on CPUs and 40 on GPUs. */
const STEPS = 40;
const WORDS = 3;
const NUMBERS = 3;

const layout: Layout = {
  nodes: STEPS,
  links: [],
  words: ['primitive', 'of', 'first', 'second'],
  numbers: Array.from({ length: NUMBERS }, (_, i) => `number ${i}`),
};
const each = nodeWidth(layout);
const names = columnNames('trace', layout);

/** Configs whose rows are kept, since a search asks for most of them again. */
const KEPT = 8192;

interface Step {
  /** What is done, to what, and with which words. */
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/**
 * The primitives of a schedule in their order, each with its numbers and with numbers for its names (TLP, Zhai et al.,
 * ASPLOS 2023). Where configs have no schedule, as those of a kernel in source or of a table of another program, a step
 * is a knob that is set: all that is known of them. `primitives`: of a config, undefined where it has none.
 */
export function traceFeaturizer(
  space: Space,
  primitives: (config: Config) => readonly Primitive[] | undefined,
): Featurizer {
  const kept = new Map<number, Float32Array>();
  const rowOf = (config: Config): Float32Array => {
    const known = kept.get(config.index);
    if (known) return known;
    const row = new Float32Array(names.length);
    const steps =
      primitives(config)?.map(stepOf) ?? space.knobs.map(({ name }) => knobStep(name, config.values[name]!));
    steps.slice(0, STEPS).forEach(({ words, numbers }, step) => {
      const at = step * each;
      row[at] = 1;
      words.slice(0, WORDS + 1).forEach((word, i) => (row[at + 1 + i] = wordOf(word)));
      numbers.slice(0, NUMBERS).forEach((number, i) => (row[at + 2 + WORDS + i] = scaled(number)));
    });
    if (kept.size >= KEPT) kept.clear();
    kept.set(config.index, row);
    return row;
  };
  const write = (config: Config, out: Float32Array, offset: number): void => {
    out.set(rowOf(config), offset);
  };
  return { names, width: names.length, layout, write };
}

function stepOf({ primitive, of, operands }: Primitive): Step {
  const [words, numbers] = divided(operands);
  return { words: [primitive, of === undefined ? '' : textOf(of), ...words], numbers };
}

/** What a knob is set to; an outermost size that is "the rest" (-1) says nothing. */
function knobStep(name: string, value: KnobValue): Step {
  const [words, numbers] = divided([value]);
  return { words: ['set', name, ...words], numbers: numbers.filter((number) => number !== -1) };
}

/** The names and the numbers among operands, lists and records taken apart. */
function divided(operands: readonly unknown[]): readonly [words: string[], numbers: number[]] {
  const words: string[] = [];
  const numbers: number[] = [];
  const visit = (operand: unknown): void => {
    if (typeof operand === 'number') numbers.push(operand);
    else if (typeof operand === 'string' || typeof operand === 'boolean') words.push(String(operand));
    else if (Array.isArray(operand)) operand.forEach(visit);
    else if (typeof operand !== 'object' || operand === null) return;
    else if ('tensor' in operand || 'name' in operand) words.push(textOf(operand));
    else Object.values(operand).forEach(visit);
  };
  operands.forEach(visit);
  return [words, numbers];
}
