import { availableParallelism, loadavg } from 'node:os';
import { median } from 'simple-statistics';
import { cpuLimit, type CpuLimit } from './cgroup.js';
import { formatTime, plural } from './format.js';

/** How busy a machine is, before anything of ours runs. */
export interface Load {
  /** Processes that want a core, the mean of the last minute. */
  readonly waiting: number;
  /** Cores for these. */
  readonly cores: number;
  /** Times that a fixed piece of work takes as long at its median as at its fastest. */
  readonly slowdown: number;
  /** The limit of the control group, where there is one. */
  readonly limit?: CpuLimit | undefined;
}

/** Pieces of work that are timed, and steps of each: about 10 ms together. */
const PIECES = 40;
const STEPS = 200_000;
/** Beyond these a machine is busy: a quarter of a core for each is taken, or a piece of work often has to wait. */
const TAKEN = 0.25;
const SLOW = 1.15;
/** A limit that stopped a run for fewer seconds is not worth a word. */
const STOPPED = 0.05;

/** Asks the system, and times a loop. */
export function measureLoad(): Load {
  const seconds = Array.from({ length: PIECES }, timePiece);
  return {
    waiting: loadavg()[0]!,
    cores: availableParallelism(),
    slowdown: median(seconds) / Math.min(...seconds),
    limit: cpuLimit(),
  };
}

/** What people have to know who are about to measure there; nothing where the machine is quiet. */
export function loadNote({ waiting, cores, slowdown, limit }: Load): readonly string[] {
  const signs = [
    ...(waiting > TAKEN * cores ? [`load average ${waiting.toFixed(1)} on ${plural(cores, 'core')}`] : []),
    ...(slowdown > SLOW ? [`a timed loop takes ${slowdown.toFixed(2)} times its fastest`] : []),
  ];
  return [
    ...(signs.length > 0 ? [`The machine is busy (${signs.join('; ')}): times are less certain.`] : []),
    ...(limit && limit.cores < cores
      ? [
          `A control group grants ${limit.cores.toFixed(1)} of the ${plural(cores, 'core')} (cpu.max) and stops what takes more: times are less certain.`,
        ]
      : []),
  ];
}

/** What the limit of the control group did to a run, for people; nothing where that is not worth a word. */
export function limitNote({ limit: before }: Pick<Load, 'limit'>, after = cpuLimit()): readonly string[] {
  const seconds = (after?.stopped ?? 0) - (before?.stopped ?? 0);
  if (seconds < STOPPED) return [];
  return [
    `The control group's limit stopped this run for ${formatTime(seconds)} (all cores added up): what was being timed then was taken again, or is said to be noisy.`,
  ];
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
