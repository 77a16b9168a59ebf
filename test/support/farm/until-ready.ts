import type { ChildProcess } from 'node:child_process';

/** Waits until a worker says that it serves. Throws with what it said when it ends before. */
export function untilReady(worker: ChildProcess): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let said = '';
    worker.stderr!.on('data', (text: string) => {
      said += text;
      if (said.includes('Ready to')) resolve();
    });
    worker.once('exit', () => {
      reject(new Error(said));
    });
  });
}
