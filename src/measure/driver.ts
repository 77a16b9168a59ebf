import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { defined } from '../target/defined.js';
import { WorkError } from '../target/errors.js';
import { boundThreads } from '../target/threads.js';
import type { Contender } from './rounds.js';

/** How to start a driver: a program that speaks the protocol of native/bench/driver.h. */
export interface DriverCommand {
  readonly name: string;
  readonly executable: string;
  readonly args: readonly string[];
  readonly threads: number;
  /** Aborting it kills the driver. */
  readonly signal?: AbortSignal | undefined;
}

/** A driver that did not become ready, with the reason that it gave. */
export class NotReady extends WorkError {
  constructor(
    name: string,
    readonly reason: string,
  ) {
    super(`${name} cannot be timed: ${reason}.`);
  }
}

/** Setting up may include a naive reference computation; a turn takes milliseconds. Beyond this a driver hangs. */
const ANSWER_TIMEOUT_MS = 120_000;

/** A running driver: one process that has set up its operands and times calls on request. */
export class Driver implements Contender {
  private constructor(
    readonly name: string,
    readonly executable: string,
    /** Largest relative error of its result, as it checked itself. */
    readonly error: number,
    /** Library, version, variant, threads and file that really run. */
    readonly description: string,
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly lines: AsyncIterator<string>,
  ) {}

  /** Starts a driver and waits until it is ready. Throws NotReady with what it said if it cannot. */
  static async start(command: DriverCommand): Promise<Driver> {
    // In a session of its own, so that Ctrl-C reaches only us; it ends with us, even if it is stopped then.
    const { executable, args, threads, signal } = command;
    const killed = defined({ signal, killSignal: 'SIGKILL' as const });
    const child = spawn(executable, args, { env: threadEnvironment(threads), detached: true, ...killed });
    // A library that writes warnings would wait for a reader.
    child.stderr.resume();
    // A driver that cannot start or dies is noticed by its missing answer.
    for (const emitter of [child, child.stdin]) emitter.on('error', () => undefined);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answer = await nextLine(child, lines, command.name);
    const [, error, description] = /^ready error=(\S+) (.*)$/.exec(answer) ?? [];
    if (error === undefined || description === undefined) {
      child.kill('SIGKILL');
      throw new NotReady(command.name, answer.replace(/^error /, ''));
    }
    child.kill('SIGSTOP');
    return new Driver(command.name, command.executable, Number(error), description, child, lines);
  }

  /**
   * Untimed calls that warm up, and then `reps` timed ones; seconds per call. Between its turns a driver is stopped:
   * worker threads of some libraries spin for tens of milliseconds after a call, and would do so on the core of the
   * next driver.
   */
  async go(reps: number): Promise<number> {
    const answer = await this.ask(`go ${reps}`);
    const seconds = Number(answer);
    if (!(seconds > 0)) throw new WorkError(`${this.name} answered "${answer}" instead of a time.`);
    return seconds;
  }

  /** What it answers to a line that only some drivers know. */
  async ask(line: string): Promise<string> {
    this.child.kill('SIGCONT');
    this.child.stdin.write(`${line}\n`);
    const answer = await nextLine(this.child, this.lines, this.name);
    this.child.kill('SIGSTOP');
    return answer;
  }

  /** Ends it at once: it has nothing to tidy up, and a library that hangs at its end would keep us. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }
}

/** Settings that would change what a library does, or with how many threads. */
const settingsOfLibraries = /^(OMP|GOMP|OPENBLAS|GOTO|BLIS|BLAS|MKL|DNNL|ONEDNN)_/;

/**
 * The environment that gives every library the same number of threads, and those of OpenMP a core each; nobody's own
 * settings count.
 */
function threadEnvironment(threads: number): NodeJS.ProcessEnv {
  const count = String(threads);
  const numbers = { OPENBLAS_NUM_THREADS: count, BLIS_NUM_THREADS: count, OMP_NUM_THREADS: count };
  const kept = Object.entries(process.env).filter(([name]) => !settingsOfLibraries.test(name));
  return { ...Object.fromEntries(kept), ...numbers, ...boundThreads(threads) };
}

async function nextLine(
  child: ChildProcessWithoutNullStreams,
  lines: AsyncIterator<string>,
  name: string,
): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_TIMEOUT_MS);
  try {
    const next = await lines.next();
    if (next.done !== true) return next.value;
    throw new WorkError(`The driver of ${name} ended without an answer (${await howItEnded(child)}).`);
  } finally {
    clearTimeout(timer);
  }
}

async function howItEnded(child: ChildProcessWithoutNullStreams): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode ?? `exit status ${String(child.exitCode)}`;
}
