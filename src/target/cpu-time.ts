import { readFileSync } from 'node:fs';
import { allowedCpus } from './machine.js';

/** Times since some moment in the past, in ticks, of the CPUs that this process may use. */
export interface CpuTime {
  /** Of all of them, busy or not. */
  readonly total: number;
  readonly busy: number;
  /** In which a hypervisor ran something else. */
  readonly stolen: number;
  /** In which they were busy with this process, and with those of its children that have ended. */
  readonly own: number;
}

/** What was going on between two moments. */
export interface CpuUse {
  /** How many CPUs others kept busy. */
  readonly others: number;
  /** Share of the time of all CPUs that a hypervisor took. */
  readonly stolen: number;
}

/** Undefined where the system does not report it. */
export function cpuTime(): CpuTime | undefined {
  try {
    const used = usedTicks(readFileSync('/proc/stat', 'utf8'), allowedCpus());
    return used && { ...used, own: ownTicks(readFileSync('/proc/self/stat', 'utf8')) };
  } catch {
    return undefined;
  }
}

/** Undefined where the system does not report it, or no time has passed. */
export function cpuUse(before: CpuTime | undefined, after: CpuTime | undefined): CpuUse | undefined {
  if (!before || !after || after.total <= before.total) return undefined;
  const passed = (after.total - before.total) / allowedCpus().length;
  const others = after.busy - before.busy - (after.own - before.own);
  return {
    others: Math.max(0, others / passed),
    stolen: (after.stolen - before.stolen) / (after.total - before.total),
  };
}

/**
 * Lines `cpu0 user nice system idle iowait irq softirq steal …` (proc(5), /proc/stat).
 *
 * @internal Tests read what /proc says elsewhere.
 */
export function usedTicks(text: string, cpus: readonly number[]): Omit<CpuTime, 'own'> | undefined {
  const lines = cpus.flatMap((cpu) => {
    const fields = new RegExp(`^cpu${cpu} (.*)$`, 'm').exec(text)?.[1]?.split(' ').map(Number);
    return fields === undefined ? [] : [fields];
  });
  if (lines.length === 0) return undefined;
  const sum = (...columns: readonly number[]): number =>
    lines.reduce((all, line) => all + columns.reduce((some, column) => some + (line[column] ?? 0), 0), 0);
  const [busy, stolen] = [sum(0, 1, 2, 5, 6), sum(7)];
  return { total: busy + stolen + sum(3, 4), busy, stolen };
}

/**
 * "PID (NAME) STATE …", where a name may hold spaces; utime, stime, cutime and cstime are fields 14 to 17.
 *
 * @internal Tests read what /proc says elsewhere.
 */
export function ownTicks(text: string): number {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}
