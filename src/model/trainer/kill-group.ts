import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child that leads a group of its own, with what it started. Its pipes are closed at this end: what has left
 * the group (setsid) would keep them open, and `close` would never come.
 */
export function killGroup({ pid, stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
