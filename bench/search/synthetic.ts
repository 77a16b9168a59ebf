import { geometricMean } from 'simple-statistics';
import { meanCost } from '../../src/log/record/best.js';
import type { Knob } from '../../src/space/knob.js';
import { Random } from '../../src/space/random.js';
import { toTable, type Identity, type Table } from '../../src/log/table/table.js';

/**
 * What the fastest config of the made-up machine is worth on the real one, as a share of the optimum, in the geometric
 * mean: between the .868 and the .949 that the best of a Ryzen 7 3700X and of an i7-3770 are worth on each other.
 */
const WANTED = 0.91;
/** Machines over which the amplitude is calibrated, and halvings of the interval that it is looked for in. */
const MACHINES = 10;
const HALVINGS = 20;
const LARGEST = 4;

/** Waves along each knob, long ones stronger. */
const WAVES = [1, 2, 3];

/**
 * The table that a machine which nobody has might give: every time is multiplied by exp(amplitude * f), where f is a
 * smooth function of the places of the knobs' values, drawn from the seed: waves along each knob, and products of two
 * waves for each pair of knobs. Tables of equal knobs get the same function, as tasks of one machine would.
 */
export function madeUpMachine(table: Table, machine: number, amplitude: number): Table {
  const disturbance = drawDisturbance(table.space.knobs, machine);
  const rows = Array.from(table.rows, ([index, row]) => {
    const factor = Math.exp(amplitude * disturbance(table.space.digits(index)));
    return [index, { ...row, costs: row.costs.map((cost) => cost * factor) }] as const;
  });
  const { log, task, ours, space, incomplete } = table;
  const identity = elsewhere(table.identity, `made-up machine ${machine}`);
  return toTable({
    log: `${log} on made-up machine ${machine}`,
    task,
    identity,
    ours,
    knobs: space.knobs,
    rows: new Map(rows),
    incomplete,
  })!;
}

/** The amplitude at which the best of made-up machines is worth as much as that of another real one. */
export function calibrate(tables: readonly Table[]): number {
  let [low, high] = [0, LARGEST];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (worthOfBest(tables, middle) > WANTED) low = middle;
    else high = middle;
  }
  return low;
}

/** The share of the optimum that the best config of a made-up machine reaches, over tables and machines. */
export function worthOfBest(tables: readonly Table[], amplitude: number): number {
  return geometricMean(
    tables.flatMap((table) =>
      Array.from({ length: MACHINES }, (_, machine) => {
        const disturbance = drawDisturbance(table.space.knobs, machine);
        let [found, least] = [Infinity, Infinity];
        for (const [index, row] of table.rows) {
          const seconds = meanCost(row);
          if (seconds === undefined) continue;
          const there = seconds * Math.exp(amplitude * disturbance(table.space.digits(index)));
          if (there < least) [found, least] = [seconds, there];
        }
        return table.best / found;
      }),
    ),
  );
}

/** A function of the digits of a config, of mean 0 and variance about 1 over the machines. */
function drawDisturbance(knobs: readonly Knob[], machine: number): (digits: Int32Array) => number {
  const random = new Random(machine);
  const own = knobs.map(({ values }) => drawWave(values.length, random));
  const pairs = knobs.flatMap((first, a) =>
    knobs.slice(a + 1).map((second, i) => {
      const [left, right] = [drawWave(first.values.length, random), drawWave(second.values.length, random)];
      return { a, b: a + 1 + i, left, right };
    }),
  );
  const scale = 1 / Math.sqrt(own.length + pairs.length);
  return (digits) => {
    let sum = 0;
    own.forEach((wave, knob) => (sum += wave[digits[knob]!]!));
    for (const { a, b, left, right } of pairs) sum += left[digits[a]!]! * right[digits[b]!]!;
    return scale * sum;
  };
}

/** A smooth function of the place of a value, of mean square about 1. */
function drawWave(count: number, random: Random): Float64Array {
  const waves = WAVES.map((length) => ({
    length,
    strength: normal(random) / length,
    phase: 2 * Math.PI * random.float(),
  }));
  const scale = Math.sqrt(2 / WAVES.reduce((sum, length) => sum + 1 / length ** 2, 0));
  return Float64Array.from({ length: count }, (_, place) => {
    const at = (Math.PI * place) / Math.max(1, count - 1);
    return (
      scale * waves.reduce((sum, { length, strength, phase }) => sum + strength * Math.cos(length * at + phase), 0)
    );
  });
}

/** A standard normal number (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());
}

function elsewhere(identity: Identity, machine: string): Identity {
  return identity.format === 'autotvm' ? { ...identity, fingerprint: machine } : { ...identity, device: machine };
}
