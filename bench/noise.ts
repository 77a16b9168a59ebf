/**
 * `npm run bench:noise`: what moves the time of one kernel from run to run. Each row has 20 fresh processes in which
 * one thing is left to chance, or is otherwise than in the others; all rows take turns, so that the machine is the same
 * for each. Prints the median and its spread, (p90 - p10) / median; docs/design/noise.md says what followed.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import { buildOnce } from '../src/measure/c-program.js';
import { spreadOf } from '../src/products/soak/figures.js';
import { Random } from '../src/space/random.js';

const execute = promisify(execFile);
const RUNS = 20;
const PADS = [0, 8, 16, 24, 32, 40, 48, 56];
const random = new Random(31);

/** The arguments of a process: see `noise/spread.c`. */
interface Run {
  readonly pages: 'huge' | 'small';
  readonly colour: number;
  readonly alignment: number;
  readonly warmMs: number;
  readonly touched: boolean;
  readonly pad: number;
  /** Whether addresses are the same in each process. */
  readonly fixedAddresses: boolean;
}

const fixed: Run = {
  pages: 'huge',
  colour: 0,
  alignment: 0,
  warmMs: 100,
  touched: true,
  pad: 0,
  fixedAddresses: false,
};

/** One thing each. */
const experiments: readonly { readonly name: string; readonly draw: () => Run }[] = [
  { name: 'all fixed', draw: () => fixed },
  { name: 'small pages', draw: () => ({ ...fixed, pages: 'small' }) },
  { name: 'colour of the operands', draw: () => ({ ...fixed, colour: random.int(512) }) },
  { name: 'operands at any line of a page', draw: () => ({ ...fixed, alignment: 64 * random.int(64) }) },
  { name: 'code at any 8 bytes of a line', draw: () => ({ ...fixed, pad: PADS[random.int(PADS.length)]! }) },
  { name: 'no warm-up', draw: () => ({ ...fixed, warmMs: 0 }) },
  { name: 'untouched operands', draw: () => ({ ...fixed, warmMs: 0, touched: false }) },
  { name: 'the same addresses', draw: () => ({ ...fixed, fixedAddresses: true }) },
];

async function build(folder: string, pad: number): Promise<string> {
  const sources = [
    '../bench/noise/spread.c',
    ...['quiet', 'core_pace', 'lost', 'clock'].map((file) => `runner/${file}.c`),
  ];
  const flags = ['-O3', '-march=native', '-ffast-math', '-std=gnu11', '-fopenmp', `-DPAD="${pad}"`];
  return buildOnce(
    { name: `spread-${pad}`, sources, headers: ['runner'], flags, libraries: ['-lm'], state: [] },
    folder,
  );
}

/** Microseconds. */
async function timeOf(program: string, kernel: string, run: Run): Promise<number> {
  const numbers = [run.colour, run.alignment, run.warmMs, Number(run.touched)].map(String);
  const words = [program, kernel, run.pages, ...numbers];
  const [first = '', ...rest] = run.fixedAddresses ? ['setarch', '-R', ...words] : words;
  const { stdout } = await execute(first, rest, { env: { ...process.env, OMP_NUM_THREADS: '1' } });
  return Number(stdout);
}

const folder = mkdtempSync(join(tmpdir(), 'tune-noise-'));
try {
  const programs = new Map<number, string>();
  for (const pad of PADS) programs.set(pad, await build(folder, pad));
  console.log(
    `${cpus()[0]?.model ?? 'an unknown CPU'}, load average ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`,
  );
  for (const kernel of ['registers', 'product', 'stream']) {
    // Without operands nothing but the clock of the core can move it.
    const rows = kernel === 'registers' ? experiments.slice(0, 1) : experiments;
    const times = rows.map((): number[] => []);
    for (let i = 0; i < RUNS; i++)
      for (const [row, { draw }] of rows.entries()) {
        const run = draw();
        times[row]!.push(await timeOf(programs.get(run.pad)!, kernel, run));
      }
    for (const [row, { name }] of rows.entries()) {
      const spread = (100 * spreadOf(times[row]!)).toFixed(2);
      console.log(`${kernel}  ${name.padEnd(32)} median ${median(times[row]!).toFixed(1)} µs, spread ${spread} %`);
    }
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)} at the end`);
} finally {
  rmSync(folder, { recursive: true });
}
