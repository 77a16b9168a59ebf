import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Milliseconds, many times what the longest suite takes on a busy machine. */
const LIMIT = 15 * 60_000;

/** Ends a run with a suite that does not end, by its name: one that blocks its thread cannot be ended by jest. */
export default class HangReporter {
  #timers = new Map();

  onTestFileStart({ path }) {
    this.#timers.set(path, setTimeout(() => endRun(path), LIMIT).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#timers.get(path));
  }
}

function endRun(path) {
  process.stderr.write(
    `\nFAIL ${relative('.', path)} does not end within ${LIMIT / 60_000} minutes; the run ends here.\n`,
  );
  // A worker that is blocked does not see that its parent is gone, and would keep the output open.
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  for (const child of children.filter(Boolean)) process.kill(Number(child), 'SIGKILL');
  process.exit(1);
}
