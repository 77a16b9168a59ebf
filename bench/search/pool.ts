import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WorkError } from '../../src/target/errors.js';
import type { Finished, Search } from './searches.js';

const worker = fileURLToPath(new URL('worker.js', import.meta.url));

/**
 * Carries searches out in so many processes at once, each of which reads the data anew. Throws WorkError when one of
 * them ends.
 */
export async function carryOut(
  searches: readonly Search[],
  folder: string,
  jobs: number,
  finish: (search: Search, finished: Finished) => void,
): Promise<void> {
  const queue = searches.values();
  const children = Array.from({ length: Math.min(jobs, searches.length) }, () => fork(worker, [folder]));
  try {
    await Promise.all(
      children.map(async (child) => {
        await answer(child);
        for (const search of queue) {
          child.send(search);
          finish(search, (await answer(child)) as Finished);
        }
      }),
    );
  } finally {
    for (const child of children) child.kill();
  }
}

/** The next message of a process. */
async function answer(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const ended = once(child, 'exit', stop).then(([status]: unknown[]) => {
    throw new WorkError(`A process that searches ended with status ${String(status)}; what it said is above.`);
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', stop), ended])) as unknown[];
    return message;
  } finally {
    ended.catch(() => undefined);
    stop.abort();
  }
}
