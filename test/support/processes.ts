import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** Seconds; whoever is not there by then hangs, however busy the machine is. */
const PATIENCE = 60;

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const start = performance.now(); !holds();) {
    if (performance.now() - start > 1000 * PATIENCE) throw new Error(`it did not come true within ${PATIENCE} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface Process {
  readonly pid: number;
  /** As in /proc/PID/stat: R runs, S sleeps, T is stopped. */
  readonly state: string;
}

/** The processes that run an executable. */
export function running(executable: string): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/exe`) !== executable) return [];
        const state = /\) (\S)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!.at(1)!;
        return [{ pid: Number(name), state }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/** The processes that a process started and that live, or that are left to it. */
export function childrenOf(parent: number): readonly number[] {
  return processes().filter((pid) => {
    const status = statusOf(pid);
    return status?.parent === parent && status.state !== 'Z';
  });
}

/** The living processes that call themselves so (at most 15 characters). */
export function named(name: string): readonly number[] {
  return processes().filter((pid) => statusOf(pid)?.name === name && statusOf(pid)?.state !== 'Z');
}

/** Of this process, the helpers in a role: `build`, `run`. */
export function helpers(role: string): readonly number[] {
  return childrenOf(process.pid).filter((pid) => argumentsOf(pid).at(1) === role);
}

export function argumentsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** The living processes that have this among their arguments, as the shell of a script has its path. */
export function startedWith(argument: string): readonly number[] {
  return processes().filter((pid) => argumentsOf(pid).includes(argument));
}

function processes(): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Undefined when there is no such process. */
function statusOf(pid: number): { name: string; state: string; parent: number } | undefined {
  try {
    const { name, state, parent } = /^\d+ \((?<name>.*)\) (?<state>\S) (?<parent>\d+)/s.exec(
      readFileSync(`/proc/${pid}/stat`, 'utf8'),
    )!.groups as { name: string; state: string; parent: string };
    return { name, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** One that has ended may stay in the table until its parent asks for it. */
export function lives(pid: number): boolean {
  return (statusOf(pid)?.state ?? 'Z') !== 'Z';
}
