/**
 * `npm run bench:winograd`: how exact conv2d.winograd is. For every F(m,3) and some numbers of channels, kernels of the
 * template are built and their whole output is compared with the naive reference, which sums in double precision. Ends
 * with status 1 when one is beyond what its tile may be off.
 */
import { cpus } from 'node:os';
import Table from 'cli-table3';
import { LocalMeasurer, type Contender } from '../src/backend/measurer.js';
import { conv2d } from '../src/operator/conv2d.js';
import type { Workload } from '../src/operator/operator.js';
import { Random } from '../src/space/random.js';
import { Space } from '../src/space/space.js';
import { conv2dDirect } from '../src/templates/conv2d-direct.js';
import { conv2dWinograd } from '../src/templates/conv2d-winograd.js';
import { makeTask } from '../src/templates/task.js';
import type { Template } from '../src/templates/template.js';
import { toleranceOf } from '../src/templates/tolerance.js';
import { expectedErrors } from '../src/templates/winograd.js';
import { parseTarget } from '../src/backend/registry.js';

const outputs = [2, 3, 4, 5, 6];
const channels = [64, 256, 512];
const layouts = ['NCHW', 'NHWC'];
const seeds = [1, 2, 3];
/** One round, timed as briefly as it goes: only the check counts here. */
const once = { rounds: 1, repeats: { budget: 0, minRepeats: 1, maxRepeats: 1 } };

interface Row {
  readonly name: string;
  readonly template: Template;
  /** Knobs that are given; the others are drawn. */
  readonly fixed: Readonly<Record<string, number>>;
}

const rows: readonly Row[] = [
  ...outputs.map((m): Row => ({
    name: `F(${m},3)`,
    template: conv2dWinograd,
    fixed: { tile_h: m, tile_w: m },
  })),
  { name: 'conv2d.direct', template: conv2dDirect, fixed: {} },
];

/** A 3x3 layer of so many channels on a 30x30 image, which most tiles fill and some do not. */
function layer(count: number, layout: string): Workload {
  const [each, size] = [`${count}`, '30'];
  return conv2d.workload(undefined, {
    ...{ inChannels: each, outChannels: each, height: size, width: size },
    ...{ kernel: '3', stride: '1', pad: '1', layout },
  });
}

/** A config of the template with these values and any others; undefined where its space leaves these out. */
function contender({ template, fixed }: Row, workload: Workload, seed: number): Contender | undefined {
  const target = parseTarget('llvm', 1);
  const task = makeTask(template, workload, target);
  const { space } = task;
  const knobs = space.knobs.map((knob) =>
    knob.name in fixed ? { ...knob, values: knob.values.filter((value) => value === fixed[knob.name]) } : knob,
  );
  const drawn = new Space(knobs, space.constraints).sample(new Random(seed));
  return drawn && { task, config: space.config(drawn.values) };
}

/** What a kernel is off, and may be. */
interface Deviation {
  readonly error: number;
  readonly allowed: number;
}

/** The largest error of every row on one layer; undefined for what its space leaves out. */
async function errorsOf(workload: Workload): Promise<(Deviation | undefined)[]> {
  const errors = rows.map((): Deviation | undefined => undefined);
  for (const seed of seeds) {
    const measurer = await LocalMeasurer.create({ seed });
    try {
      const drawn = rows.map((row) => contender(row, workload, seed));
      const contenders = drawn.filter((one) => one !== undefined);
      const measured = await measurer.remeasure(contenders, once);
      measured.forEach(({ maxRelError, message }, k) => {
        const i = drawn.indexOf(contenders[k]);
        if (maxRelError === undefined) throw new Error(`${rows[i]!.name} on ${workload.name}: ${message}`);
        const { task, config } = contenders[k]!;
        errors[i] = { error: Math.max(errors[i]?.error ?? 0, maxRelError), allowed: toleranceOf(task, config) };
      });
    } finally {
      await measurer.close();
    }
  }
  return errors;
}

/** Of some channels: errors by row, the larger one of both layouts. */
async function column(count: number): Promise<(Deviation | undefined)[]> {
  const ofLayouts: (Deviation | undefined)[][] = [];
  for (const layout of layouts) ofLayouts.push(await errorsOf(layer(count, layout)));
  return rows.map((_, i) => {
    const measured = ofLayouts.map((errors) => errors[i]).filter((error) => error !== undefined);
    return measured.toSorted((a, b) => b.error - a.error)[0];
  });
}

const exponential = (error: number): string => error.toExponential(1);

/** `measured (expected)` for a tile, and the measured one alone for what is no tile. */
function cell({ template, fixed }: Row, count: number, measured: Deviation | undefined): string {
  const shown = measured === undefined ? 'left out' : exponential(measured.error);
  if (template !== conv2dWinograd) return shown;
  const tile = { tile_h: fixed['tile_h']!, tile_w: fixed['tile_w']! };
  return `${shown} (${exponential(expectedErrors([3, 3], count)(tile))})`;
}

function render(columns: readonly (readonly (Deviation | undefined)[])[]): string {
  const table = new Table({
    head: ['', ...channels.map((count) => `${count} channels`), 'allowed', 'met'],
    colAligns: ['left', ...channels.map(() => 'right' as const), 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  rows.forEach((row, i) => {
    const cells = channels.map((count, c) => cell(row, count, columns[c]![i]));
    const there = columns.map((errors) => errors[i]).filter((one) => one !== undefined);
    const allowed = there.map((one) => exponential(one.allowed)).join(', ');
    table.push([row.name, ...cells, allowed, there.every(isWithin) ? 'yes' : 'NO']);
  });
  return table.toString();
}

function isWithin(made: Deviation | undefined): boolean {
  return made === undefined || made.error <= made.allowed;
}

const columns: (Deviation | undefined)[][] = [];
for (const count of channels) columns.push(await column(count));
process.stdout.write(
  `Largest error of an element, relative to max(|want|, rms(want)), over ${seeds.length} seeds and layouts ${layouts.join(', ')}; in brackets what the template expects:\n` +
    `${render(columns)}\n${cpus()[0]!.model.trim()}, float32 against a reference summed in double\n`,
);
process.exitCode = columns.every((errors) => rows.every((_, i) => isWithin(errors[i]))) ? 0 : 1;
