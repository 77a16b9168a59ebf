import chalk, { Chalk, chalkStderr, type ChalkInstance } from 'chalk';

/** Where a command writes: results on stdout, messages on stderr, each with the colours that its reader can show. */
export interface Output {
  /** One line (or several) of the result, on stdout. */
  stdout(text: string): void;
  /** One line (or several) of messages, on stderr. */
  stderr(text: string): void;
  readonly paint: ChalkInstance;
  readonly paintStderr: ChalkInstance;
  /** Whether stderr is a terminal: progress bars are drawn only there. */
  readonly interactive: boolean;
  /**
   * What to do when the reader of stdout goes away (`tune best log | head -1`), instead of ending the process in
   * silence.
   */
  whenClosed(action: () => void): void;
}

/** The process's own streams. `NO_COLOR` (no-color.org) wins over everything. */
export function processOutput(): Output {
  const plain = (process.env['NO_COLOR'] ?? '') !== '' ? new Chalk({ level: 0 }) : undefined;
  let closed = false;
  let onClosed: () => void = () => process.exit();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!closed) onClosed();
    closed = true;
  });
  // A message that nobody reads is no reason to stop.
  process.stderr.on('error', () => undefined);
  return {
    stdout: (text) => {
      if (!closed) process.stdout.write(`${text}\n`);
    },
    stderr: (text) => process.stderr.write(`${text}\n`),
    paint: plain ?? chalk,
    paintStderr: plain ?? chalkStderr,
    interactive: process.stderr.isTTY,
    whenClosed: (action) => {
      onClosed = action;
    },
  };
}

/** Says on stderr what the library notes. */
export function noteTo(output: Pick<Output, 'stderr' | 'paintStderr'>): (text: string) => void {
  return (text) => {
    output.stderr(output.paintStderr.yellow(text));
  };
}
