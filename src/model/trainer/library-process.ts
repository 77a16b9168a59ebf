import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { WorkError } from '../../target/errors.js';
import { complaintIn } from './complaint.js';
import { AnswerReader, type Answer } from './frames.js';
import { killGroup } from './kill-group.js';
import { oneThread } from './one-thread.js';
import { stopped } from './stopped.js';

/** Characters of messages that are kept. */
const MESSAGES = 65_536;

/** Milliseconds that it has to end by itself after its input ended. */
const GRACE = 2000;

interface Question {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  /** Stops waiting for what would end it early. */
  readonly release: () => void;
}

/**
 * The program of native/trainer, which answers one question at a time. It lives in a session of its own, so that Ctrl-C
 * at the terminal reaches only the tuner, and ends by itself when its input ends. While nothing is asked of it, it does
 * not keep this process alive.
 */
export class LibraryProcess {
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  readonly #reader = new AnswerReader();
  #question: Question | undefined;
  #messages = '';
  #alive = true;

  constructor(program: string, files: readonly string[]) {
    const child = spawn(program, files, { env: oneThread(), detached: true, stdio: 'pipe' });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => {
      this.#read(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#messages = (this.#messages + text).slice(-MESSAGES);
    });
    // A write to a process that has just died; 'close' reports its end.
    child.stdin.on('error', () => undefined);
    this.#gone = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#alive = false;
        this.#fail(complaintIn(this.#messages) ?? how);
        resolve();
      };
      child.once('error', ({ message }) => {
        end(message);
      });
      child.once('close', (code, signal) => {
        end(`it ended with ${signal ?? code}`);
      });
    });
    this.#keepAlive(false);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Throws WorkError when it is late, dies, sends an invalid response, or `signal` is aborted: then it is dead. */
  ask(request: Buffer | undefined, timeout: number, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) throw stopped();
    if (!this.#alive) throw new WorkError('The training process has ended.');
    return new Promise<Answer>((resolve, reject) => {
      const giveUp = (why: WorkError): void => {
        this.#settle()?.reject(why);
        this.kill();
      };
      const timer = setTimeout(() => {
        giveUp(new WorkError(`xgboost took longer than ${timeout / 1000} s, and was stopped.`));
      }, timeout);
      const onAbort = (): void => {
        giveUp(stopped());
      };
      signal?.addEventListener('abort', onAbort);
      const release = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      this.#question = { resolve, reject, release };
      this.#keepAlive(true);
      if (request) this.#child.stdin!.write(request);
    });
  }

  kill(): void {
    this.#alive = false;
    killGroup(this.#child);
  }

  /** Ends its input, and with it the process; one that is at work, or does not end, is killed. */
  async close(): Promise<void> {
    const question = this.#settle();
    if (question) this.kill();
    question?.reject(stopped());
    this.#keepAlive(true);
    this.#child.stdin!.end();
    const timer = setTimeout(() => {
      this.kill();
    }, GRACE);
    await this.#gone;
    clearTimeout(timer);
  }

  #read(chunk: Buffer): void {
    try {
      for (const answer of this.#reader.push(chunk)) this.#settle()?.resolve(answer);
    } catch (error) {
      this.#settle()?.reject(error as Error);
      this.kill();
    }
  }

  #fail(how: string): void {
    this.#settle()?.reject(new WorkError(`xgboost failed: ${how}`));
  }

  #settle(): Question | undefined {
    const question = this.#question;
    this.#question = undefined;
    question?.release();
    if (question) this.#keepAlive(false);
    return question;
  }

  #keepAlive(yes: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const handle of [this.#child, stdin as Socket | null, stdout as Socket | null, stderr as Socket | null]) {
      if (yes) handle?.ref();
      else handle?.unref();
    }
  }
}
