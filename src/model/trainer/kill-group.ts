import type { ChildProcess } from 'node:child_process';

/** Kills a child that leads a group of its own, with what it started: that would keep its pipes open. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
