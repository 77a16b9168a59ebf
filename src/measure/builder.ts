import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { z } from 'zod';
import type { Kernel } from '../codegen/kernel.js';
import { WorkError } from '../target/errors.js';
import { missingCompiler } from '../target/gcc.js';
import { hostSource } from './cuda-host.js';
import { firstUsefulLine, kernelFlags, type Purpose } from './flags.js';
import { Helper } from './helper.js';
import { ErrorNo } from './measurement.js';
import type { Scratch } from './scratch.js';

/** A shared object, or why there is none. `seconds` is what compiling took, 0 when the same source was compiled before. */
export type Built =
  | { readonly path: string; readonly seconds: number }
  | { readonly error: ErrorNo; readonly message: string; readonly seconds: number };

export interface BuilderOptions {
  /** Path of the native program. */
  readonly native: string;
  readonly scratch: Scratch;
  /** Compilers that run beside each other. */
  readonly jobs: number;
  /** gcc, by name or path. */
  readonly compiler: string;
  readonly timeoutSeconds: number;
}

/** How the native builder answers (native/runner/builder.c). */
const answerSchema = z.object({
  id: z.number(),
  outcome: z.enum(['exit', 'signal', 'timeout', 'missing', 'cancelled']),
  value: z.number(),
  seconds: z.number(),
});
type Answer = z.infer<typeof answerSchema>;

/** Shared objects that are kept for the case that their source comes again. */
const keptObjects = 512;

/** Compiles kernels, several at a time, equal sources once. */
export class Builder {
  private helper: Helper | undefined;
  private count = 0;
  private readonly waiting = new Map<number, (answer: Answer | string) => void>();
  private readonly built = new Map<string, Promise<Built>>();

  constructor(private readonly options: BuilderOptions) {}

  /**
   * Compiles a kernel for a CPU; one for a GPU runs there, too, block by block (`cuda-host.ts`). Failures are answers: error 2 with the compiler's message, 6 after the timeout, 8 when the
   * builder was lost or `cancel` was called. Throws MissingError without a compiler, WorkError when sources cannot be written.
   */
  async build(kernel: Kernel, cpu: string, purpose: Purpose): Promise<Built> {
    const flags = kernelFlags(cpu, kernel.openmp, purpose, kernel.language);
    const [language, source] = kernel.language === 'cuda' ? ['c++', hostSource(kernel)] : ['c', kernel.source];
    const key = hashOf(JSON.stringify(flags) + source);
    const before = this.built.get(key);
    if (before !== undefined) {
      this.built.delete(key); // the map's order is that of the last use
      this.built.set(key, before);
      return { ...(await before), seconds: 0 };
    }
    const build = this.compile(source, [...flags, '-x', language]);
    this.built.set(key, build);
    const built = await build.catch((error: unknown) => {
      this.built.delete(key);
      throw error;
    });
    // Only the compiler's own word on a source holds for the next time.
    if ('error' in built && built.error !== ErrorNo.compileHost) this.built.delete(key);
    return built;
  }

  /** Removes the objects that were used longest ago, down to a bound; nothing may be building or running. */
  async trim(): Promise<void> {
    const excess = [...this.built].slice(0, Math.max(0, this.built.size - keptObjects));
    for (const [key, build] of excess) {
      this.built.delete(key);
      const built = await build;
      if ('path' in built) rmSync(built.path, { force: true });
    }
  }

  /** Kills the compilers that run and drops those that wait. */
  cancel(): void {
    if (this.waiting.size > 0 && this.helper?.alive === true) this.helper.send(['cancel']);
  }

  async close(): Promise<void> {
    await this.helper?.close();
  }

  private async compile(source: string, flags: readonly string[]): Promise<Built> {
    const { scratch, compiler, timeoutSeconds } = this.options;
    const id = this.count++;
    const file = scratch.path(`${id}.c`);
    const object = scratch.path(`${id}.so`);
    const messages = scratch.path(`${id}.txt`);
    try {
      writeFileSync(file, source);
    } catch (error) {
      throw new WorkError(
        `The source of a kernel cannot be written (${(error as Error).message}): make room or set TMPDIR.`,
      );
    }
    const program = [compiler, ...flags, '-w', '-fmax-errors=3', file, '-o', object];
    const answer = await this.ask(id, [
      'job',
      id,
      Math.ceil(timeoutSeconds * 1000),
      source.length,
      messages,
      ...program,
    ]);
    const built = this.judge(answer, object, messages);
    for (const path of [file, messages]) rmSync(path, { force: true });
    return built;
  }

  private judge(answer: Answer | string, object: string, messages: string): Built {
    if (typeof answer === 'string')
      return { error: ErrorNo.unknown, message: `the builder was lost: ${answer}`, seconds: 0 };
    const { outcome, value, seconds } = answer;
    switch (outcome) {
      case 'exit':
        if (value === 0) return { path: object, seconds };
        return { error: ErrorNo.compileHost, message: firstUsefulLine(readFileSync(messages, 'utf8')), seconds };
      case 'signal':
        return { error: ErrorNo.compileHost, message: `the compiler was ended by ${signalName(value)}`, seconds };
      case 'timeout':
        return {
          error: ErrorNo.buildTimeout,
          message: `the compiler took longer than ${this.options.timeoutSeconds} s`,
          seconds,
        };
      case 'cancelled':
        return { error: ErrorNo.unknown, message: 'the build was cancelled', seconds };
      case 'missing':
        throw missingCompiler(this.options.compiler);
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

/** A short name of a text, the same for the same text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** `SIGSEGV` for 11. */
export function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
