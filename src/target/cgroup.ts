/** What the control group (cgroup) of this process lets it have of the processors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the system reports it. */
export interface CgroupPlaces {
  /** The groups that this process is in, as /proc/self/cgroup lists them. */
  readonly own: string;
  /** Where their folders are. */
  readonly root: string;
}

const systems: CgroupPlaces = { own: '/proc/self/cgroup', root: '/sys/fs/cgroup' };

export interface CpuLimit {
  /** Cores that the processes of the group may use together, in the mean. */
  readonly cores: number;
  /** Seconds for which they were stopped so far, as these were used up; cores are added up. */
  readonly stopped: number;
}

/**
 * The tightest limit of the group and those above it; undefined where there is none. Both versions of cgroups:
 * `cpu.max`, and `cpu.cfs_quota_us` beside `cpu.cfs_period_us`.
 */
export function cpuLimit({ own, root }: CgroupPlaces = systems): CpuLimit | undefined {
  const limits = (read(own) ?? '').split('\n').flatMap((line) => foldersOf(line, root).flatMap(limitIn));
  return limits.toSorted((a, b) => a.cores - b.cores).at(0);
}

/** The folders of a group and of all above it. `0::/a/b` is of version 2, `7:cpu,cpuacct:/a/b` of version 1. */
function foldersOf(line: string, root: string): string[] {
  const [, controllers, path] = /^\d+:([^:]*):\/(.*)$/.exec(line) ?? [];
  if (controllers === undefined || path === undefined) return [];
  if (controllers !== '' && !controllers.split(',').includes('cpu')) return [];
  const parts = path.split('/').filter((part) => part !== '');
  return [...parts.keys(), parts.length].map((depth) => join(root, controllers, ...parts.slice(0, depth)));
}

function limitIn(folder: string): CpuLimit[] {
  const [quota, period] = (read(join(folder, 'cpu.max')) ?? limitOfVersion1(folder)).split(' ').map(Number);
  if (!(quota! > 0) || !(period! > 0)) return []; // "max", or -1
  const stat = read(join(folder, 'cpu.stat')) ?? '';
  const [, unit, time = '0'] = /^throttled_(usec|time) (\d+)$/m.exec(stat) ?? [];
  return [{ cores: quota! / period!, stopped: Number(time) / (unit === 'usec' ? 1e6 : 1e9) }];
}

function limitOfVersion1(folder: string): string {
  return `${read(join(folder, 'cpu.cfs_quota_us')) ?? ''} ${read(join(folder, 'cpu.cfs_period_us')) ?? ''}`;
}

/** Undefined for what is not there. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
