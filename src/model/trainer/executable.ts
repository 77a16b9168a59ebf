import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MissingError, WorkError } from '../../target/errors.js';
import { toDMatrix } from '../dmatrix.js';
import type { Row } from '../model.js';
import { complaintIn } from './complaint.js';
import { howToGet } from './how-to-get.js';
import { killGroup } from './kill-group.js';
import { oneThread } from './one-thread.js';
import { Patience } from './patience.js';
import { fitTimeout, type Trainer, type TrainerInfo, type TrainParameters } from './trainer.js';

export interface ExecutableOptions {
  /** By name or path. */
  readonly executable?: string;
  /** Milliseconds that a fit of so many rows may take. */
  readonly timeout?: (rows: number) => number;
}

/** Milliseconds that it has to tell its version. */
const VERSION_TIMEOUT = 10_000;

/** Trains with the command line of XGBoost 1.x, a process for each model. */
export class ExecutableTrainer implements Trainer {
  readonly name = 'executable';
  readonly #executable: string;
  readonly #timeout: (rows: number) => number;
  readonly #children = new Set<ChildProcess>();
  readonly #folders = new Set<string>();
  readonly #patience = new Patience();
  #info: Promise<TrainerInfo> | undefined;
  #closed = false;
  readonly #onExit = (): void => {
    this.#kill();
  };

  constructor({ executable = 'xgboost', timeout = fitTimeout }: ExecutableOptions = {}) {
    this.#executable = executable;
    this.#timeout = timeout;
  }

  /** `xgboost /dev/null name=value … data=… model_out=…` over a binary DMatrix. */
  async train(rows: readonly Row[], parameters: TrainParameters): Promise<string> {
    await this.examine();
    const folder = await mkdtemp(join(tmpdir(), 'tune-xgboost-'));
    this.#folders.add(folder);
    process.once('exit', this.#onExit);
    try {
      const data = join(folder, 'rows.dmatrix');
      const model = join(folder, 'model.json');
      await writeFile(data, toDMatrix(rows));
      const options = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
      const args = ['/dev/null', ...options, `data=${data}`, `model_out=${model}`];
      await this.#patience.with(() => this.#run(args, this.#timeout(rows.length)));
      return await readFile(model, 'utf8').catch(() => {
        throw new WorkError(
          `\`${this.#executable}\` ended without writing a model; \`${this.#executable} --version\` should say 1.7.`,
        );
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      this.#folders.delete(folder);
      process.off('exit', this.#onExit);
    }
  }

  examine(): Promise<TrainerInfo> {
    this.#info ??= this.#askVersion();
    return this.#info;
  }

  close(): Promise<void> {
    this.#kill();
    return Promise.resolve();
  }

  /** Other versions than 1.x draw other pairs, and not all read the binary matrix. */
  async #askVersion(): Promise<TrainerInfo> {
    const said = await this.#run(['--version'], VERSION_TIMEOUT);
    const version = /(\d+)\.\d+\.\d+/.exec(said);
    if (!version || version[1] === '1') return { version: version?.[0] ?? 'unknown', path: this.#executable };
    throw new MissingError(
      `The executable \`${this.#executable}\` is of XGBoost ${version[0]}, and only that of version 1 can be used: ${howToGet}.`,
    );
  }

  /** What it printed. */
  #run(args: readonly string[], timeout: number): Promise<string> {
    if (this.#closed) throw new WorkError('xgboost was stopped, as the run is over.');
    return new Promise((resolve, reject) => {
      // A group of its own keeps Ctrl-C away from the child: the tuner decides when the run ends.
      const child = spawn(this.#executable, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: oneThread(),
      });
      this.#children.add(child);
      let messages = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          messages = (messages + text).slice(-MESSAGES);
        });
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        killGroup(child);
      }, timeout);
      child.on('error', (error: NodeJS.ErrnoException) => {
        reject(cannotStart(this.#executable, error));
      });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        this.#children.delete(child);
        if (late) reject(new WorkError(`xgboost took longer than ${timeout / 1000} s, and was stopped.`));
        else if (code === 0) resolve(messages);
        else reject(new WorkError(`xgboost failed: ${complaintIn(messages) ?? `it ended with ${signal ?? code}`}`));
      });
    });
  }

  #kill(): void {
    this.#closed = true;
    for (const child of this.#children) killGroup(child);
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Characters of messages that are kept. */
const MESSAGES = 65_536;

function cannotStart(executable: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ENOENT') return new WorkError(`\`${executable}\` could not be started: ${error.message}`);
  return new MissingError(
    `The cost model needs the \`${executable}\` executable, which is not installed: ${howToGet}.`,
  );
}
