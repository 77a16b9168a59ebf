import { closeSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';
import { z } from 'zod';
import { WorkError } from '../target/errors.js';
import { firstUsefulLine } from './first-useful-line.js';
import { Helper } from './helper.js';
import { ErrorNo } from './measurement.js';
import type { Scratch } from './scratch.js';

export interface CompilersOptions {
  /** Path of the native program. */
  readonly native: string;
  readonly scratch: Scratch;
  /** Compilers that run in parallel. */
  readonly jobs: number;
  /** Seconds of one compilation. */
  readonly timeoutSeconds: number;
}

/** One compilation. */
export interface Job {
  readonly source: string;
  /** Of the jobs that wait the largest starts first. In characters of all that waits for it; default: of `source`. */
  readonly size?: number;
  /** Ending of the source's name, `c`, and of what is made of it, `so`. */
  readonly endings: readonly [source: string, object: string];
  /** The compiler, by name or path. */
  readonly compiler: string;
  /** Its arguments beside the names of both files. */
  readonly args: readonly string[];
  /** The error of a machine without this compiler. */
  readonly missing: () => Error;
}

/** What a compiler did, in so many seconds. */
export type Compiled = { readonly seconds: number } & (
  | { readonly path: string; /** All that it said. */ readonly output: string }
  | { readonly error: ErrorNo; readonly message: string }
);

/** How the native builder answers (native/runner/builder.c). */
const answerSchema = z.object({
  id: z.number(),
  outcome: z.enum(['exit', 'signal', 'timeout', 'missing', 'cancelled']),
  value: z.number(),
  seconds: z.number(),
});
type Answer = z.infer<typeof answerSchema>;

export const cancelled = { error: ErrorNo.unknown, message: 'the build was cancelled' } as const;

/** Runs compilers, several at a time, through a small helper process. */
export class Compilers {
  private helper: Helper | undefined;
  private readonly waiting = new Map<number, (answer: Answer | string) => void>();
  private closed = false;

  constructor(private readonly options: CompilersOptions) {}

  get jobs(): number {
    return this.options.jobs;
  }

  /**
   * Failures are answers: error 2 with the compiler's message, 6 after the timeout, 8 when the helper was lost twice,
   * when it is the machine that lacks something, or when `cancel` was called. Throws MissingError without the compiler,
   * WorkError when sources cannot be written.
   */
  async run(job: Job): Promise<Compiled> {
    let compiled = await this.attempt(job);
    // It need not be this job that the helper died of.
    if (typeof compiled === 'string' && !this.closed) compiled = await this.attempt(job);
    if (typeof compiled !== 'string') return compiled;
    return { error: ErrorNo.unknown, message: `the builder was lost: ${compiled}`, seconds: 0 };
  }

  /** Kills the compilers that run and drops those that wait. */
  cancel(): void {
    if (this.waiting.size > 0 && this.helper?.alive === true) this.helper.send(['cancel']);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.helper?.close();
  }

  /** One compilation, or how the helper ended meanwhile. */
  private async attempt({ source, size, endings, compiler, args, missing }: Job): Promise<Compiled | string> {
    const { scratch, timeoutSeconds } = this.options;
    const id = scratch.number();
    const file = scratch.path(`${id}.${endings[0]}`);
    const object = scratch.path(`${id}.${endings[1]}`);
    const messages = scratch.path(`${id}.txt`);
    try {
      writeFileSync(file, source);
    } catch (error) {
      throw new WorkError(
        `The source of a kernel cannot be written (${(error as Error).message}): make room or set TMPDIR.`,
      );
    }
    const program = [compiler, ...args, file, '-o', object];
    const job = ['job', id, Math.ceil(timeoutSeconds * 1000), size ?? source.length, messages, ...program];
    const answer = await this.ask(id, job);
    const compiled = typeof answer === 'string' ? answer : this.judge(answer, object, messages, missing);
    for (const path of [file, messages]) rmSync(path, { force: true });
    if (typeof compiled === 'string' || 'error' in compiled) rmSync(object, { force: true });
    return compiled;
  }

  private judge({ outcome, value, seconds }: Answer, path: string, messages: string, missing: () => Error): Compiled {
    const refused = (message: string): Compiled => ({ error: ErrorNo.compileHost, message, seconds });
    switch (outcome) {
      case 'exit': {
        const output = beginningOf(messages);
        if (value === 0) return { path, output, seconds };
        const lack = /^.*(No space left on device|Disk quota exceeded).*$/m.exec(output)?.[0];
        // That says nothing of the source.
        if (lack !== undefined) return { error: ErrorNo.unknown, message: firstUsefulLine(lack), seconds };
        return refused(firstUsefulLine(output));
      }
      case 'signal':
        return refused(
          signalName(value) === 'SIGXFSZ'
            ? `the compiler wrote a file that is too long; its messages begin: ${firstUsefulLine(beginningOf(messages))}`
            : `the compiler was ended by ${signalName(value)}`,
        );
      case 'timeout': {
        const message = `the compiler took longer than ${this.options.timeoutSeconds} s`;
        return { error: ErrorNo.buildTimeout, message, seconds };
      }
      case 'cancelled':
        return { ...cancelled, seconds };
      case 'missing': {
        const reason = getSystemErrorName(-value);
        if (isAbsence(reason)) throw missing();
        return { error: ErrorNo.unknown, message: `the compiler could not be started (${reason})`, seconds };
      }
    }
  }

  private ask(id: number, fields: readonly (string | number)[]): Promise<Answer | string> {
    const helper = (this.helper = this.helper?.alive === true ? this.helper : this.start());
    return new Promise((resolve) => {
      helper.expect(1);
      this.waiting.set(id, (answer) => {
        helper.expect(-1);
        resolve(answer);
      });
      helper.send(fields);
    });
  }

  private start(): Helper {
    const { native, scratch, jobs } = this.options;
    const env = { ...process.env, LC_ALL: 'C', TMPDIR: scratch.folder };
    return new Helper(
      native,
      ['build', String(jobs), scratch.folder],
      env,
      (line) => {
        const answer = answerSchema.parse(JSON.parse(line));
        this.settle(answer.id, answer);
      },
      (how) => {
        for (const id of [...this.waiting.keys()]) this.settle(id, how);
      },
    );
  }

  private settle(id: number, answer: Answer | string): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(answer);
  }
}

/** Bytes of a compiler's messages that are looked at; what was wrong first stands first. */
const MESSAGES = 2 ** 20;

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(fstatSync(file).size, MESSAGES));
    return buffer.toString('utf8', 0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}

/** Whether a program that could not be started is not there; other reasons are a lack of memory or of processes. */
function isAbsence(reason: string): boolean {
  return ['ENOENT', 'EACCES', 'ENOTDIR', 'ENOEXEC', 'ELOOP'].includes(reason);
}

/** `SIGSEGV` for 11. */
export function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
