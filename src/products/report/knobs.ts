import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from '../../log/record/record.js';
import { gridOf, type Grid, type GridKnob } from './grid.js';
import { importanceOf } from './importance.js';
import { thinned } from './thinned.js';

/** What the trials of one template show of its knobs. Throughput is relative to the fastest of them, in [0, 1]. */
export interface KnobFigures {
  readonly template: string;
  /** Trials that worked. */
  readonly trials: number;
  readonly explained: number | null;
  /** The most important first. */
  readonly knobs: readonly KnobFigure[];
  /** Knobs of which only one value was tried. */
  readonly constant: readonly GridKnob[];
  /** Of the most important knobs, those that decide most together first. */
  readonly pairs: readonly PairFigure[];
  /** Trials, thinned, the fastest kept: throughput, and of each knob the place of its value. */
  readonly rows: readonly (readonly [score: number, ...values: number[]])[];
}

interface KnobFigure extends GridKnob {
  /** Share of the variance that it decides alone; null where the trials are too few. */
  readonly importance: number | null;
  /** Of each value: trials, their best and median, and what the trees expect over all values of the others. */
  readonly slice: readonly (readonly [trials: number, best: number, median: number, expected: number | null])[];
}

interface PairFigure {
  /** Places in `knobs`. */
  readonly knobs: readonly [number, number];
  /** Share of the variance that they decide together beyond what each does alone. */
  readonly share: number;
  /** Of values that were tried together: their places, the trials and the best of them. */
  readonly cells: readonly (readonly [number, number, trials: number, best: number])[];
}

/** Digits that a page shows. */
const DIGITS = 3;

/** For each template of a task; `most`: rows that are kept of each. */
export function knobFiguresOf(records: readonly TuneRecord[], most: number): KnobFigures[] {
  return [...grouped(records, ({ task }) => task)].map(([template, ofTemplate]) =>
    figuresOf(template, gridOf(ofTemplate), most),
  );
}

function figuresOf(template: string, grid: Grid, most: number): KnobFigures {
  const { knobs, constant, digits, scores } = grid;
  const sizes = knobs.map(({ values }) => values.length);
  const found = importanceOf({ sizes, digits, targets: scores });
  const order = knobs.map((_, knob) => knob).sort((a, b) => (found?.single[b] ?? 0) - (found?.single[a] ?? 0));
  const trials = Array.from(scores, (score, row) => ({
    score,
    values: order.map((knob) => digits[row * knobs.length + knob]!),
  }));
  return {
    template,
    trials: trials.length,
    explained: found?.explained == null ? null : rounded(found.explained),
    knobs: order.map((knob, place) => ({
      ...knobs[knob]!,
      importance: found ? rounded(found.single[knob]!) : null,
      slice: knobs[knob]!.values.map((_, value) => {
        const ofValue = trials.filter(({ values }) => values[place] === value).map(({ score }) => score);
        const expected = found ? rounded(found.marginals[knob]![value]!) : null;
        return [
          ofValue.length,
          rounded(ofValue.reduce((most, score) => Math.max(most, score), 0)),
          rounded(medianOf(ofValue)),
          expected,
        ] as const;
      }),
    })),
    constant,
    pairs: (found?.pairs ?? []).map(({ knobs: pair, share }) => {
      const places = pair.map((knob) => order.indexOf(knob)) as [number, number];
      return { knobs: places, share: rounded(share), cells: cellsOf(trials, places) };
    }),
    rows: thinned(trials, most, most / 4, ({ score }) => -score).map(({ score, values }) => [
      rounded(score),
      ...values,
    ]),
  };
}

interface Trial {
  readonly score: number;
  readonly values: readonly number[];
}

function cellsOf(trials: readonly Trial[], [a, b]: readonly [number, number]): PairFigure['cells'] {
  const cells = grouped(trials, ({ values }) => `${values[a]!},${values[b]!}`);
  return [...cells.values()].map((ofCell) => {
    const best = ofCell.reduce((most, { score }) => Math.max(most, score), 0);
    return [ofCell[0].values[a]!, ofCell[0].values[b]!, ofCell.length, rounded(best)] as const;
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
