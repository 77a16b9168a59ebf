import { readdirSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, totalmem } from 'node:os';
import type { Caches } from './target.js';

/** What this machine is, read once per process. */
export interface Machine {
  /** As the CPU names itself, `AMD EPYC`, with family and model where they are known, since names are often vague. */
  readonly cpu: string;
  readonly arch: string;
  /** Physical cores that this process may use (affinity and cgroup quota counted). */
  readonly cores: number;
  readonly caches: Caches;
  /** What this process may use at most (cgroup limit counted). */
  readonly memoryBytes: number;
}

let known: Machine | undefined;

/** What this machine is; needs no compiler. */
export function machine(): Machine {
  known ??= {
    cpu: cpuName(),
    arch: arch(),
    cores: usableCores(),
    caches: readCaches('/sys/devices/system/cpu/cpu0/cache', siblings(0).length),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  };
  return known;
}

function cpuName(): string {
  const info = readText('/proc/cpuinfo');
  const field = (name: string): string | undefined => new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(info)?.[1]?.trim();
  const name = (field('model name') ?? cpus().at(0)?.model ?? 'unknown').replace(/\s+/g, ' ');
  const family = field('cpu family');
  const model = field('model');
  if (family !== undefined && model !== undefined) return `${name} family ${family} model ${model}`;
  const part = field('CPU part');
  return part === undefined ? name : `${name} part ${part}`;
}

/**
 * Cores, not hardware threads: two threads of one core share its multipliers, so a second one gains a dense kernel
 * nothing.
 */
function usableCores(): number {
  const cores = onePerCore().length;
  const count = cores > 0 ? cores : availableParallelism();
  return Math.max(1, Math.min(count, quota()));
}

/** Of the hardware threads that this process may use, the first of each core; none where the system does not say. */
export function onePerCore(): readonly number[] {
  const firsts = new Map(
    allowedCpus()
      .toReversed()
      .map((cpu) => [siblings(cpu)[0], cpu]),
  );
  return [...firsts.values()].toSorted((a, b) => a - b);
}

/** Numbers of the hardware threads that this process may use; none where the system does not say. */
export function allowedCpus(): readonly number[] {
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readText('/proc/self/status'))?.[1] ?? '');
}

/** How the clock of the cores is set (`powersave`), undefined where the system does not say. */
export function clockGovernor(): string | undefined {
  return readText('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor').trim() || undefined;
}

/** Whether a core that this process may use has another hardware thread. */
export function sharesCores(): boolean {
  return allowedCpus().some((cpu) => siblings(cpu).length > 1);
}

/** CPUs worth of time that the cgroup grants, Infinity without a limit. */
function quota(): number {
  const [limit = NaN, period = NaN] = readText('/sys/fs/cgroup/cpu.max').split(/\s+/).map(Number);
  return limit > 0 && period > 0 ? Math.max(1, Math.floor(limit / period)) : Infinity;
}

function siblings(cpu: number): readonly number[] {
  const list = parseCpuList(readText(`/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`).trim());
  return list.length > 0 ? list : [cpu];
}

/**
 * `0-3,8` → 0, 1, 2, 3, 8.
 *
 * @internal Tests read what kernels of other machines say.
 */
export function parseCpuList(text: string): readonly number[] {
  return text.split(',').flatMap((range) => {
    const match = /^(\d+)(?:-(\d+))?$/.exec(range.trim());
    if (!match) return [];
    const first = Number(match[1]);
    const last = Number(match.at(2) ?? first);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** What a core of a machine has that does not say, or is not here. */
export const commonCaches: Caches = { l1: 32 * 1024, l2: 512 * 1024, l3: 512 * 1024 };

/**
 * The caches as sysfs lists them, each divided by the cores that share it; common sizes where a level is not listed
 * (many virtual Arm machines say nothing).
 *
 * @internal Tests read the folders of other machines.
 */
export function readCaches(folder: string, threadsPerCore: number): Caches {
  const found = new Map<number, number>();
  for (const entry of listFolder(folder)) {
    const read = (name: string): string => readText(`${folder}/${entry}/${name}`).trim();
    const bytes = parseSize(read('size'));
    if (bytes === undefined || read('type') === 'Instruction') continue;
    const cores = Math.max(1, parseCpuList(read('shared_cpu_list')).length / threadsPerCore);
    found.set(Number(read('level')), Math.floor(bytes / cores));
  }
  const l2 = found.get(2) ?? commonCaches.l2;
  return { l1: found.get(1) ?? commonCaches.l1, l2, l3: found.get(3) ?? l2 };
}

function parseSize(text: string): number | undefined {
  const match = /^(\d+)([KMG]?)$/.exec(text);
  if (!match) return undefined;
  const [, count = '', unit = ''] = match;
  return Number(count) * 1024 ** ['', 'K', 'M', 'G'].indexOf(unit);
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).filter((name) => name.startsWith('index'));
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
