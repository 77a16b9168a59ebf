import { spawn, type ChildProcess } from 'node:child_process';

/** Keeps a core busy until it is killed, the first one where a process can be kept there. */
export function busyProcess(): ChildProcess {
  return spawn('sh', ['-c', 'taskset -cp 0 $$ >/dev/null; while :; do :; done'], { stdio: 'ignore' });
}
