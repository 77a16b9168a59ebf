/**
 * `npm run bench:winograd`: how exact conv2d.winograd is. For every F(m,3) and some numbers of channels, kernels of the template are built and
 * their whole output is compared with the naive reference, which sums in double precision. Ends with status 1 when a bounded F(m,3) is beyond
 * its bound.
 */
import { cpus } from 'node:os';
import Table from 'cli-table3';
import { LocalMeasurer, type Contender } from '../src/measure/local.js';
import { conv2d } from '../src/operator/conv2d.js';
import type { Workload } from '../src/operator/operator.js';
import { Random } from '../src/space/random.js';
import { Space } from '../src/space/space.js';
import { parseTarget } from '../src/target/parse.js';
import { conv2dDirect } from '../src/templates/conv2d-direct.js';
import { conv2dWinograd } from '../src/templates/conv2d-winograd.js';
import type { Task, Template } from '../src/templates/template.js';

/** Largest errors relative to max(|want|, rms(want)) that are promised, by the outputs m of a tile. */
const bounds: Readonly<Record<number, number>> = { 2: 1e-4, 4: 1e-4 };
const outputs = [2, 3, 4, 5, 6];
const channels = [64, 256, 512];
const layouts = ['NCHW', 'NHWC'];
const seeds = [1, 2, 3];
/** One round, timed as briefly as it goes: only the check counts here. */
const once = { rounds: 1, repeats: { budget: 0, minRepeats: 1, maxRepeats: 1 } };

interface Row {
  readonly name: string;
  readonly bound: number | undefined;
  readonly template: Template;
  /** Knobs that are given; the others are drawn. */
  readonly fixed: Readonly<Record<string, number>>;
}

const rows: readonly Row[] = [
  ...outputs.map((m): Row => ({
    name: `F(${m},3)`,
    bound: bounds[m],
    template: conv2dWinograd,
    fixed: { tile_h: m, tile_w: m },
  })),
  { name: 'conv2d.direct', bound: undefined, template: conv2dDirect, fixed: {} },
];

/** A 3x3 layer of so many channels on a 30x30 image, which most tiles fill and some do not. */
function layer(count: number, layout: string): Workload {
  const [each, size] = [`${count}`, '30'];
  return conv2d.workload(undefined, {
    ...{ inChannels: each, outChannels: each, height: size, width: size },
    ...{ kernel: '3', stride: '1', pad: '1', layout },
  });
}

/** A config of the template with these values and any others. */
function contender({ template, fixed }: Row, workload: Workload, seed: number): Contender {
  const target = parseTarget('llvm', 1);
  const space = template.define(workload, target);
  const task: Task = { template, workload, target, space };
  const knobs = space.knobs.map((knob) =>
    knob.name in fixed ? { ...knob, values: knob.values.filter((value) => value === fixed[knob.name]) } : knob,
  );
  const drawn = new Space(knobs, space.constraints).sample(new Random(seed));
  if (!drawn) throw new Error(`${template.name} has no config with ${JSON.stringify(fixed)}`);
  return { task, config: space.config(drawn.values) };
}

/** The largest error of every row on one layer. */
async function errorsOf(workload: Workload): Promise<number[]> {
  const errors = rows.map(() => 0);
  for (const seed of seeds) {
    const measurer = await LocalMeasurer.create({ seed });
    try {
      const contenders = rows.map((row) => contender(row, workload, seed));
      const measured = await measurer.remeasure(contenders, once);
      measured.forEach(({ maxRelError, message }, i) => {
        if (maxRelError === undefined) throw new Error(`${rows[i].name} on ${workload.name}: ${message}`);
        errors[i] = Math.max(errors[i], maxRelError);
      });
    } finally {
      await measurer.close();
    }
  }
  return errors;
}

/** Errors by number of channels, then by row: the larger one of both layouts. */
async function measure(): Promise<number[][]> {
  const columns: number[][] = [];
  for (const count of channels) {
    const ofLayouts: number[][] = [];
    for (const layout of layouts) ofLayouts.push(await errorsOf(layer(count, layout)));
    columns.push(rows.map((_, i) => Math.max(...ofLayouts.map((errors) => errors[i]))));
  }
  return columns;
}

function isWithin({ bound }: Row, errors: readonly number[]): boolean {
  return bound === undefined || Math.max(...errors) <= bound;
}

function render(errorsOfRow: readonly (readonly number[])[]): string {
  const table = new Table({
    head: ['', ...channels.map((count) => `${count} channels`), 'bound', 'met'],
    colAligns: ['left', ...channels.map(() => 'right' as const), 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  rows.forEach((row, i) => {
    const verdict = row.bound === undefined ? '' : isWithin(row, errorsOfRow[i]) ? 'yes' : 'NO';
    const cells = errorsOfRow[i].map((error) => error.toExponential(1));
    table.push([row.name, ...cells, row.bound?.toExponential(0) ?? '', verdict]);
  });
  return table.toString();
}

const columns = await measure();
const errorsOfRow = rows.map((_, i) => columns.map((column) => column[i]));
process.stdout.write(
  `Largest error of an element, relative to max(|want|, rms(want)), over ${seeds.length} seeds and layouts ${layouts.join(', ')}:\n` +
    `${render(errorsOfRow)}\n${cpus()[0].model.trim()}, float32 against a reference summed in double\n`,
);
process.exitCode = rows.every((row, i) => isWithin(row, errorsOfRow[i])) ? 0 : 1;
