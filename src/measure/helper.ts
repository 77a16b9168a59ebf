import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** Milliseconds that a helper has to end by itself after its input ended. */
const graceMs = 2000;

/** The helper process died while something was asked of it. */
export class HelperLost extends Error {}

/** It gave no answer, and was killed for that. */
export class HelperHung extends HelperLost {}

/**
 * A process that is spoken to in lines: fields parted by tabs in, lines of text out. It lives in a session of its own,
 * so that Ctrl-C at the terminal reaches only the tuner, and ends by itself when its input ends. While nothing is asked
 * of it, it does not keep this process alive.
 */
export class Helper {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private pending = 0;
  private rest = '';
  /** How it ended; undefined while it lives. */
  private end: string | undefined;

  constructor(
    path: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    private readonly onLine: (line: string) => void,
    onLost: (how: string) => void,
  ) {
    this.child = spawn(path, args, { env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    this.gone = new Promise((resolve) => {
      const finish = (how: string): void => {
        if (this.end !== undefined) return;
        this.end = how;
        resolve();
        onLost(how);
      };
      this.child.once('error', (error) => {
        finish(error.message);
      });
      // Not 'exit': the last answers may still be in the pipe.
      this.child.once('close', (code, signal) => {
        finish(signal ?? `exit status ${code ?? 0}`);
      });
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.read(text);
    });
    // A write to a process that has just died; 'close' reports its end.
    this.child.stdin?.on('error', () => undefined);
    this.keepAlive(false);
  }

  get alive(): boolean {
    return this.end === undefined;
  }

  /** Sends one line. Throws HelperLost when the process is gone, RangeError when a field holds a tab or newline. */
  send(fields: readonly (string | number)[]): void {
    if (this.end !== undefined) throw new HelperLost(`the helper process ended (${this.end})`);
    const line = fields.join('\t');
    if (/[\n\r]/.test(line) || fields.some((field) => String(field).includes('\t'))) {
      throw new RangeError(`a tab or newline cannot be sent to the helper: ${JSON.stringify(line)}`);
    }
    this.child.stdin!.write(line + '\n');
  }

  /** Counts questions that are open: while there are any, the helper keeps this process alive. */
  expect(change: 1 | -1): void {
    this.pending += change;
    this.keepAlive(this.pending > 0);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Ends the helper's input, and with it the helper; one that does not end is killed. */
  async close(): Promise<void> {
    this.keepAlive(true);
    this.child.stdin?.end();
    const timer = setTimeout(() => {
      this.kill();
    }, graceMs);
    await this.gone;
    clearTimeout(timer);
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.onLine(line);
  }

  private keepAlive(yes: boolean): void {
    const pipes = [this.child.stdin as Socket | null, this.child.stdout as Socket | null];
    // One that is closed would wait for a connection, with a listener more each time.
    for (const handle of [this.child, ...pipes.filter((pipe) => pipe?.destroyed === false)]) {
      if (yes) handle?.ref();
      else handle?.unref();
    }
  }
}
