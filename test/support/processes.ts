import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** Waits until something holds; fails after five seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const start = performance.now(); !holds();) {
    if (performance.now() - start > 5000) throw new Error('it did not come true within 5 s');
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
