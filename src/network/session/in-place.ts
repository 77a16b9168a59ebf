/** Kernels, layouts and fusions of a model chosen by the times that kernels have within it. */
import { writeFileSync } from 'node:fs';
import { median } from 'simple-statistics';
import type { ProgramReference } from '../../backend/capabilities/export-program.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { isKernelCall } from '../../backend/program/program.js';
import type { Driver } from '../../measure/driver.js';
import { interleave } from '../../measure/rounds.js';
import { Scratch } from '../../measure/scratch.js';
import { startOurs } from '../compare/drivers.js';
import { layerTimes } from '../compare/layer-times.js';
import { buildPrograms, type BuiltPrograms } from './build.js';
import { BuiltLibrary } from './built-library.js';
import type { MemoryCosts } from './memory-costs.js';
import { InPlaceTimes } from './in-place-times.js';
import type { KernelTable } from './kernel-table.js';
import { kernelKey } from './network-layer.js';
import type { ProgramPlan } from './plan.js';
import type { SearchEvent } from './search.js';

/** Libraries that are built and timed: in each kernels that the one before made look faster have their turn. */
const MOST_ROUNDS = 6;
/** Turns of the first library and the best one. */
const TURNS = 15;

export interface InPlaceOptions {
  readonly references: () => Promise<readonly ProgramReference[]>;
  readonly memoryCosts: MemoryCosts;
  readonly threads: number;
  readonly signal: AbortSignal;
}

export interface InPlaceChoice {
  readonly built: BuiltPrograms;
  /** That were built and timed. */
  readonly libraries: number;
  /** Of a call of every program, of the first library and of the one that is taken, in turns. */
  readonly firstSeconds: number;
  readonly seconds: number;
  /** Kernels of the first that the other does not have. */
  readonly replaced: number;
}

interface Round {
  readonly built: BuiltPrograms;
  readonly library: BuiltLibrary;
  readonly seconds: number;
}

/**
 * Builds the library, times its kernels within it, and chooses again by those times, until nothing changes; of all
 * rounds the fastest is taken if it is faster than the first, in turns with it. Throws as `make` does.
 */
export async function* chooseInPlace(
  { name, programs, weights, tolerance }: ProgramPlan,
  kernels: KernelTable,
  { references, memoryCosts, threads, signal }: InPlaceOptions,
): AsyncGenerator<SearchEvent, InPlaceChoice> {
  const times = new InPlaceTimes(memoryCosts);
  const scratch = new Scratch();
  const rounds: Round[] = [];
  const { exporter } = programs[0]!.programTarget;
  const given = await references();
  const timing = { scratch, references: given, threads, signal };
  try {
    let built = buildPrograms(name, programs, kernels);
    const seen = new Set<string>();
    while (rounds.length < MOST_ROUNDS && !seen.has(choiceIn(built))) {
      seen.add(choiceIn(built));
      const { files } = await exporter.exportProgram(built.set, { references: given, tolerance, weights });
      const before = rounds.at(-1)?.library;
      const library = await BuiltLibrary.of(built.set, files, { signal, before, goal: 'driver' });
      const round = { built, library, seconds: Infinity };
      rounds.push(round);
      round.seconds = await timeCalls(library, built, times, timing);
      closeAllBut(rounds, [rounds[0]!, fastestOf(rounds), round]);
      yield { event: 'library', library: rounds.length, seconds: round.seconds };
      built = buildPrograms(name, programs, kernels.withExtra(times.extra));
    }
    const [first, best] = [rounds[0]!, fastestOf(rounds)];
    const [firstSeconds, seconds = firstSeconds!] = await inTurns(best === first ? [first] : [first, best], timing);
    const taken = seconds < firstSeconds! ? best : first;
    return {
      built: taken.built,
      libraries: rounds.length,
      firstSeconds: firstSeconds!,
      seconds: Math.min(firstSeconds!, seconds),
      replaced: [...keysIn(first.built)].filter((key) => !keysIn(taken.built).has(key)).length,
    };
  } finally {
    closeAllBut(rounds, []);
    scratch.close();
  }
}

function fastestOf(rounds: readonly Round[]): Round {
  return rounds.reduce((least, one) => (one.seconds < least.seconds ? one : least));
}

/** Folders hold all weights. */
function closeAllBut(rounds: readonly Round[], kept: readonly Round[]): void {
  for (const round of rounds) if (!kept.includes(round)) round.library.close();
}

interface Timing extends Pick<InPlaceOptions, 'threads' | 'signal'> {
  readonly scratch: Scratch;
  readonly references: readonly ProgramReference[];
}

/** Notes what the calls of a library take; returns the seconds of a call of every program, in the first one's state. */
async function timeCalls(
  library: BuiltLibrary,
  built: BuiltPrograms,
  times: InPlaceTimes,
  timing: Timing,
): Promise<number> {
  let sum = 0;
  for (const [place, { program, kernels }] of built.programs.entries()) {
    const driver = await start(library, built, place, timing);
    try {
      const seconds = await layerTimes(driver, program.calls.length);
      sum += times.add(place, program.calls, seconds, kernels);
    } finally {
      await driver.stop();
    }
  }
  return sum;
}

/** Seconds of a call of every program of each library, medians of turns. */
async function inTurns(rounds: readonly Round[], timing: Timing): Promise<readonly number[]> {
  const sums = rounds.map(() => 0);
  for (const place of rounds[0]!.built.programs.keys()) {
    const drivers: Driver[] = [];
    try {
      for (const { library, built } of rounds) drivers.push(await start(library, built, place, timing));
      const timings = await interleave(drivers, { rounds: TURNS, signal: timing.signal });
      timings.forEach(({ seconds }, i) => (sums[i]! += median([...seconds])));
    } finally {
      await Promise.all(drivers.map((driver) => driver.stop()));
    }
  }
  return sums;
}

function start(
  { folder }: BuiltLibrary,
  { set }: BuiltPrograms,
  shape: number,
  { scratch, references, threads, signal }: Timing,
): Promise<Driver> {
  const inputs = scratch.path(`inputs-${scratch.number()}`);
  writeFileSync(inputs, bytesOf(set.programs[shape]!.inputs, references[shape]!.inputs));
  return startOurs({ folder, threads, shape }, { inputs, outputs: scratch.path('outputs') }, signal);
}

function choiceIn({ set }: BuiltPrograms): string {
  return JSON.stringify(
    set.programs.map(({ calls }) => calls.map((call) => (isKernelCall(call) ? kernelKey(call) : ''))),
  );
}

function keysIn({ programs }: BuiltPrograms): ReadonlySet<string> {
  return new Set(programs.flatMap(({ kernels }) => kernels.map(({ kernel }) => kernelKey(kernel))));
}
