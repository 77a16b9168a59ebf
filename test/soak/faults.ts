/**
 * `npm run soak:faults -- [--rounds 20]`: injects every fault that a kernel or a compiler may have, for real, so many
 * times among right kernels, and prints what became of each. Exits with 1 when one was called by another name, a right
 * kernel was refused, or a process or file was left.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { KernelMeasurer, type KernelMeasurerOptions } from '../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../src/measure/measurement.js';
import { hang, type Fault } from '../../src/products/soak/faults.js';
import { entries, kernel, problem, variant } from '../measure/fixture.js';
import { compilerThat, markedKernel } from '../support/compiler-that.js';
import { openCpuUnderTest } from '../support/emulated.js';
import { commonFaults, forbiddenCalls, harmless, selfInflicted } from '../support/faults.js';
import { childrenOf, helpers, until } from '../support/processes.js';
import { readSoakOptions } from '../support/soak-options.js';

const { rounds } = readSoakOptions({
  name: 'soak:faults',
  text: 'Injects every fault that a kernel or a compiler may have among right kernels.',
  options: { rounds: { default: 20, text: 'of each fault' } },
}).values;

/** What cannot be told by one batch of `npm test`, since it takes its time. */
const slowFaults: readonly Fault[] = [
  hang,
  ['stops itself', kernel('raise(19);', 'int raise(int);'), ErrorNo.runTimeout, /^no result within/],
];

/** Compilers that fail on marked kernels: what a shell does in their place, and what the trial has to say. */
const compilerFaults: readonly (readonly [name: string, action: string, error: ErrorNo, message: RegExp])[] = [
  ['hangs', 'sleep 100', ErrorNo.buildTimeout, /^the compiler took longer than 0.5 s$/],
  [
    'hangs with children',
    'sleep 100 & sleep 100 & wait',
    ErrorNo.buildTimeout,
    /^the compiler took longer than 0.5 s$/,
  ],
  ['crashes', 'kill -SEGV $$', ErrorNo.compileHost, /^the compiler was ended by SIGSEGV$/],
  ['is killed for lack of memory', 'kill -KILL $$', ErrorNo.compileHost, /^the compiler was ended by SIGKILL$/],
  ['makes nothing', 'exit 0', ErrorNo.compileDevice, /cannot open shared object/],
  ['leaves a daemon', 'setsid sleep 100 & exit 1', ErrorNo.compileHost, /./],
  ['finds no room', 'echo "error: No space left on device" >&2; exit 1', ErrorNo.unknown, /No space left/],
  [
    'prints 100 MB on a line',
    "head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 1",
    ErrorNo.compileHost,
    /xxxx|too long/,
  ],
];

interface Row {
  readonly fault: string;
  readonly injected: number;
  readonly right: number;
  readonly class: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tune-soak-'));
/** Whatever makes temporary files here makes them in it. */
const temporary = mkdtempSync(join(folder, 'tmp-'));
process.env['TMPDIR'] = temporary;
const goodTrials: Measurement[] = [];

console.log(`${rounds} rounds`);
const rows = [...(await kernelRows()), ...(await compilerRows()), ...(await helperRows())];
console.table(rows);
const refused = goodTrials.filter(({ error }) => error !== ErrorNo.none);
console.log(`right kernels: ${goodTrials.length} measured, ${refused.length} refused`);
for (const { message } of refused.slice(0, 5)) console.log(`  ${message ?? ''}`);
const leftFiles = readdirSync(temporary);
const leftProcesses = childrenOf(process.pid);
console.log(`left: ${leftProcesses.length} processes, ${leftFiles.length} files`);
rmSync(folder, { recursive: true });
const failed = rows.some(({ injected, right }) => right < injected) || refused.length > 0;
process.exitCode = failed || leftFiles.length > 0 || leftProcesses.length > 0 ? 1 : 0;

/** All kernels that fail, and those that only look so, each followed by a right one, in one measurer. */
async function kernelRows(): Promise<readonly Row[]> {
  const innocent = harmless.map(([name, right]) => [`${name} (right)`, right, ErrorNo.none, /^$/] as const);
  const faults: readonly Fault[] = [...commonFaults, ...forbiddenCalls, ...selfInflicted, ...slowFaults, ...innocent];
  const found = new Map(faults.map(([name]) => [name, 0]));
  await withMeasurer({}, async (measurer) => {
    for (let round = 0; round < rounds; round++) {
      const order = faults.toSorted((a, b) => hash(a[0], round) - hash(b[0], round));
      // The first one is right, so that there is a best, as in a search.
      const batch = [variant(-1), ...order.flatMap(([, bad], i) => [bad, variant(round * 1000 + i)])];
      const trials = await measured(measurer, batch);
      for (const [i, [name, , error, message]] of order.entries()) {
        if (isRight(trials.at(2 * i + 1)!, error, message)) found.set(name, found.get(name)! + 1);
        goodTrials.push(trials.at(2 * i + 2)!);
      }
    }
  });
  return faults.map(([name, , error]) => row(`a kernel that ${name}`, rounds, found.get(name)!, error));
}

async function compilerRows(): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const [place, [name, action, error, message]] of compilerFaults.entries()) {
    const compiler = compilerThat(action, join(folder, `compiler-${place}`));
    let right = 0;
    await withMeasurer({ compiler, timeouts: { build: name.startsWith('hangs') ? 0.5 : 20 } }, async (measurer) => {
      const batch = Array.from({ length: rounds }, (_, i) => [markedKernel(i), variant(i)]).flat();
      for (const [i, trial] of (await measured(measurer, batch)).entries()) {
        if (i % 2 === 1) goodTrials.push(trial);
        else if (isRight(trial, error, message)) right++;
      }
      await until(() => helpers('build').flatMap(childrenOf).length === 0);
    });
    found.push(row(`a compiler that ${name}`, rounds, right, error));
  }
  return found;
}

/** The builder and the runner are killed in the middle of batches, in which every kernel is right. */
async function helperRows(): Promise<readonly Row[]> {
  const killed = { build: 0, run: 0 };
  const unharmed = { build: 0, run: 0 };
  for (const role of ['build', 'run'] as const) {
    await withMeasurer({}, async (measurer) => {
      // A batch may be over before anybody has seen it at work.
      for (let round = 0; killed[role] < rounds && round < 10 * rounds; round++) {
        const batch = Array.from({ length: 6 }, (_, i) => variant(1e6 + round * 10 + i));
        const state = { over: false };
        const trials = measured(measurer, batch).finally(() => (state.over = true));
        await until(() => state.over || helpers(role).flatMap(childrenOf).length > 0);
        if (state.over) {
          goodTrials.push(...(await trials));
          continue;
        }
        for (const pid of helpers(role)) process.kill(pid, 'SIGKILL');
        killed[role]++;
        const results = await trials;
        if (results.every(({ error }) => error === ErrorNo.none)) unharmed[role]++;
        goodTrials.push(...results);
      }
    });
  }
  return [
    row('the builder is killed', killed.build, unharmed.build, ErrorNo.none),
    row('the runner is killed', killed.run, unharmed.run, ErrorNo.none),
  ];
}

async function withMeasurer(
  options: Partial<KernelMeasurerOptions>,
  use: (measurer: KernelMeasurer) => Promise<void>,
): Promise<void> {
  const measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 1, ...options });
  try {
    await use(measurer);
  } finally {
    await measurer.close();
  }
}

async function measured(measurer: KernelMeasurer, kernels: readonly DeviceKernel[]): Promise<readonly Measurement[]> {
  const trials: Measurement[] = [];
  for await (const trial of measurer.measure(problem, entries(...kernels))) trials.push(trial);
  return trials;
}

function isRight({ error, message = '' }: Measurement, wanted: ErrorNo, pattern: RegExp): boolean {
  if (error === wanted && pattern.test(message)) return true;
  console.log(`  wanted class ${wanted} and ${String(pattern)}, got ${error}: ${message}`);
  return false;
}

function row(fault: string, injected: number, right: number, error: ErrorNo): Row {
  const name = Object.entries(ErrorNo).find(([, number]) => number === error)![0];
  return { fault, injected, right, class: `${error} ${name}` };
}

/** An order that is another one in every round. */
function hash(text: string, round: number): number {
  let sum = round + 1;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0) * (round + 7)) % 1_000_003;
  return sum;
}
