import { availableParallelism } from 'node:os';
import { builtProgram, type NativeProgram } from '../../measure/native.js';
import { Scratch } from '../../measure/scratch.js';
import { MissingError, WorkError } from '../../target/errors.js';
import type { Row } from '../model.js';
import { complaintIn } from './complaint.js';
import { namedLibrary, systemLibraries, wheelLibraries } from './find-library.js';
import { toRequest } from './frames.js';
import { howToGet } from './how-to-get.js';
import { LibraryProcess } from './library-process.js';
import { Patience } from './patience.js';
import { stopped } from './stopped.js';
import { fitTimeout, type Trainer, type TrainerInfo, type TrainParameters } from './trainer.js';

export interface LibraryOptions {
  /** The files that may be it, the first that will do; by default where `find-library.ts` looks. */
  readonly files?: readonly string[];
  /** Milliseconds that a fit of so many rows may take. */
  readonly timeout?: (rows: number) => number;
}

/** Sums are not contracted, so that models are the same bits on every machine. */
const native: NativeProgram = {
  name: 'trainer',
  rooms: ['trainer'],
  flags: ['-O2', '-std=gnu11', '-ffp-contract=off'],
  libraries: ['-ldl', '-lm'],
};

/** Milliseconds until it is ready: a library on a cold disk. */
const START = 30_000;

/** Models of an ensemble train at the same time. */
const MOST = 2;

interface Worker {
  readonly process: LibraryProcess;
  readonly info: TrainerInfo;
}

/**
 * Trains with libxgboost, through its C API: in processes of our own, so that a library that fails takes nobody along,
 * and which stay open, so that nothing is paid twice.
 */
export class LibraryTrainer implements Trainer {
  readonly name = 'library';
  readonly #options: LibraryOptions;
  readonly #timeout: (rows: number) => number;
  readonly #idle: Worker[] = [];
  readonly #open = new Set<LibraryProcess>();
  readonly #patience = new Patience();
  readonly #waiting: (() => void)[] = [];
  readonly #most = Math.min(MOST, availableParallelism());
  #scratch: Scratch | undefined;
  #program: Promise<string> | undefined;
  #files: readonly string[] | undefined;
  #busy = 0;
  #closed = false;

  constructor(options: LibraryOptions = {}) {
    this.#options = options;
    this.#timeout = options.timeout ?? fitTimeout;
  }

  train(rows: readonly Row[], parameters: TrainParameters, signal?: AbortSignal): Promise<string> {
    return this.#withWorker(async ({ process }) => {
      const timeout = this.#timeout(rows.length);
      // Its own clock is for when nobody is left to kill it.
      const { kind, text } = await process.ask(toRequest(rows, parameters, timeout / 1000 + 5), timeout, signal);
      if (kind === 'model') return text;
      throw new WorkError(`xgboost failed: ${complaintIn(text) ?? 'it does not say why'}`);
    }, signal);
  }

  examine(): Promise<TrainerInfo> {
    return this.#withWorker(({ info }) => Promise.resolve(info));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((process) => process.close()));
    this.#scratch?.close();
  }

  async #withWorker<T>(task: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#busy === this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy++;
    try {
      return await this.#patience.with(async () => {
        const worker = await this.#takeWorker(signal);
        return task(worker).finally(() => {
          if (worker.process.alive) this.#idle.push(worker);
        });
      }, signal);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy--;
    }
  }

  async #takeWorker(signal: AbortSignal | undefined): Promise<Worker> {
    if (this.#closed || signal?.aborted) throw stopped();
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) if (worker.process.alive) return worker;
    this.#program ??= builtProgram(native, () => (this.#scratch = new Scratch()).folder);
    return this.#start(await this.#program, signal);
  }

  async #start(program: string, signal: AbortSignal | undefined): Promise<Worker> {
    const named = this.#options.files ?? this.#files;
    if (named) return this.#startWith(program, named, signal);
    const asked = namedLibrary();
    if (asked !== undefined) return this.#startWith(program, [asked], signal);
    return this.#startWith(program, systemLibraries(), signal).catch((error: unknown) => {
      const wheels = error instanceof MissingError ? wheelLibraries() : [];
      if (wheels.length === 0) throw error;
      return this.#startWith(program, wheels, signal);
    });
  }

  async #startWith(program: string, files: readonly string[], signal: AbortSignal | undefined): Promise<Worker> {
    // It may have been closed while the program was built, or other files were tried.
    if (this.#closed || signal?.aborted) throw stopped();
    const process = new LibraryProcess(program, files);
    this.#open.add(process);
    const { kind, text } = await process.ask(undefined, START, signal);
    if (kind !== 'ready') throw unfit(text, files);
    const [version = '', path = ''] = text.split('\n');
    this.#files = [path];
    return { process, info: { version, path } };
  }
}

/** None of the files is there. */
export class AbsentError extends MissingError {}

function unfit(said: string, files: readonly string[]): MissingError {
  const [first] = said.split('\n');
  const [file, reason] = (first ?? '').split('\t');
  if (file !== undefined && reason !== undefined)
    return new MissingError(`The cost model cannot be trained with ${file}, since ${reason}: ${howToGet}.`);
  const where = files.length === 1 ? `${files[0]!} is not there` : 'there is no libxgboost';
  return new AbsentError(`The cost model cannot be trained, since ${where}: ${howToGet}.`);
}
