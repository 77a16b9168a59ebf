import { availableParallelism, loadavg } from 'node:os';
import { median } from 'simple-statistics';

/** How busy a machine is, before anything of ours runs. */
export interface Load {
  /** Processes that want a core, the mean of the last minute. */
  readonly waiting: number;
  /** Cores for these. */
  readonly cores: number;
  /** Times that a fixed piece of work takes as long at its median as at its fastest. */
  readonly slowdown: number;
}

/** Pieces of work that are timed, and steps of each: about 10 ms together. */
const PIECES = 40;
const STEPS = 200_000;
/** Beyond these a machine is busy: a quarter of a core for each is taken, or a piece of work often has to wait. */
const TAKEN = 0.25;
const SLOW = 1.15;

/** Asks the system, and times a loop. */
export function measureLoad(): Load {
  const seconds = Array.from({ length: PIECES }, timePiece);
  return {
    waiting: loadavg()[0]!,
    cores: availableParallelism(),
    slowdown: median(seconds) / Math.min(...seconds),
  };
}

/** A sentence for people who are about to measure there; none where the machine is quiet. */
export function loadNote({ waiting, cores, slowdown }: Load): readonly string[] {
  const signs = [
    ...(waiting > TAKEN * cores
      ? [`${waiting.toFixed(1)} processes wanted its ${cores} cores in the last minute`]
      : []),
    ...(slowdown > SLOW ? [`a timed loop takes ${slowdown.toFixed(2)} times its fastest`] : []),
  ];
  return signs.length === 0 ? [] : [`The machine is busy (${signs.join('; ')}): times will be less certain.`];
}

/** Goes on from piece to piece: a loop whose result nobody reads might be dropped. */
let state = 1;

function timePiece(): number {
  const start = performance.now();
  let value = state;
  for (let step = 0; step < STEPS; step++) value = Math.imul(value, 48271) ^ step;
  state = value;
  return performance.now() - start;
}
