import { closeSync, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import chalk, { Chalk, chalkStderr, type ChalkInstance } from 'chalk';
import { StatusLine } from './status-line.js';
import { visible, visibleInColour, withoutCommandLines, withoutCommands } from '../target/visible.js';

/** Where a command writes: results on stdout, messages on stderr, each with the colours that its reader can show. */
export interface Output {
  /** One line (or several) of the result, on stdout. */
  stdout(text: string): void;
  /** One line (or several) of messages, on stderr; a `command` is one of ours to the runner of a CI. */
  stderr(text: string, kind?: 'command'): void;
  readonly paint: ChalkInstance;
  readonly paintStderr: ChalkInstance;
  /** Shows a text in the last line of the terminal, in the place of the one before; undefined: none. */
  status(text: string | undefined): void;
  /** Whether stderr is a terminal: only there is a status shown. */
  readonly interactive: boolean;
  /** Columns that stdout has; undefined where lines may be as long as they are. */
  readonly columns?: number | undefined;
  /** Columns that stderr has; undefined where it is no terminal. */
  readonly messageColumns?: number | undefined;
  /**
   * What to do when the reader of stdout goes away (`tune best log | head -1`), instead of ending the process in
   * silence.
   */
  whenClosed(action: () => void): void;
}

/**
 * The process's own streams. `NO_COLOR` (no-color.org) wins over everything. What logs and compilers say is shown, and
 * never acted upon: of all that a terminal could obey, only colours pass.
 */
export function processOutput(): Output {
  const plain = (process.env['NO_COLOR'] ?? '') !== '' ? new Chalk({ level: 0 }) : undefined;
  const [paint, paintStderr] = [plain ?? chalk, plain ?? chalkStderr];
  let closed = false;
  let onClosed: () => void = () => process.exit();
  // The runner takes lines of both streams for commands, whoever wrote them.
  const isRunner = isGitHub();
  const isFile = isRunner && fstatSync(1).isFile();
  const line = new StatusLine((text) => process.stderr.write(text));
  const stderr = (text: string, kind?: 'command'): void => {
    const message = shown(text, paintStderr);
    line.above(() => process.stderr.write(`${isRunner && kind === undefined ? withoutCommands(message) : message}\n`));
  };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (closed) return;
    closed = true;
    // A pipe without a reader, or a terminal that was closed.
    if (error.code !== 'EPIPE' && error.code !== 'EIO') {
      stderr(paintStderr.red(`tune: The output cannot be written (${error.message}): send it somewhere else.`));
      // Whatever the run that ends now comes to.
      process.once('exit', () => (process.exitCode = 1));
    }
    onClosed();
  });
  process.once('exit', leaveClosedTerminal);
  // A message that nobody reads is no reason to stop.
  process.stderr.on('error', () => undefined);
  return {
    stdout: (text) => {
      if (closed) return;
      const lines = shown(text, paint);
      line.above(() => process.stdout.write(`${isRunner && !isFile ? withoutCommandLines(lines) : lines}\n`));
    },
    stderr,
    paint,
    paintStderr,
    status: (text) => {
      line.show(text === undefined ? undefined : shown(text, paintStderr));
    },
    interactive: process.stderr.isTTY,
    columns: columnsOf(process.stdout, process.env),
    messageColumns: process.stderr.isTTY ? process.stderr.columns : undefined,
    whenClosed: (action) => {
      onClosed = action;
    },
  };
}

/** Node wants to give a terminal back as it was, and ends by an assertion where it is gone by then. */
function leaveClosedTerminal(): void {
  for (const file of [0, 1, 2]) {
    if (isatty(file) || !fstatSync(file).isCharacterDevice()) continue;
    closeSync(file);
    openSync('/dev/null', 'r+');
  }
}

/** Whether a runner of GitHub reads along. */
export function isGitHub(): boolean {
  return process.env['GITHUB_ACTIONS'] === 'true';
}

/**
 * Of a terminal; of anything else what COLUMNS asks for.
 *
 * @internal Tests ask it about terminals that they do not have.
 */
export function columnsOf(
  { isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
  { COLUMNS }: NodeJS.ProcessEnv,
): number | undefined {
  if (isTTY) return columns;
  return /^[1-9]\d{0,3}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : undefined;
}

function shown(text: string, { level }: ChalkInstance): string {
  return level === 0 ? visible(text) : visibleInColour(text);
}

/** Says on stderr what the library notes. */
export function noteTo(output: Pick<Output, 'stderr' | 'paintStderr'>): (text: string) => void {
  return (text) => {
    output.stderr(output.paintStderr.yellow(visible(text)));
  };
}
