import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { Scratch } from '../../measure/scratch.js';
import { atExit } from '../../target/at-exit.js';
import { MissingError, WorkError } from '../../target/errors.js';
import { untilAborted } from '../../target/until-aborted.js';
import { toDMatrix } from '../dmatrix.js';
import type { Row } from '../model.js';
import { complaintIn } from './complaint.js';
import { howToGet } from './how-to-get.js';
import { killGroup } from './kill-group.js';
import { oneThread } from './one-thread.js';
import { Patience } from './patience.js';
import { stopped } from './stopped.js';
import { fitTimeout, type Trainer, type TrainerInfo, type TrainParameters } from './trainer.js';

export interface ExecutableOptions {
  /** By name or path. */
  readonly executable?: string;
  /** Milliseconds that a fit of so many rows may take. */
  readonly timeout?: (rows: number) => number;
}

/** Milliseconds that it has to print its version. */
const VERSION_TIMEOUT = 10_000;

/** Trains with the command line of XGBoost 1.6 or 1.7, a process for each model. */
export class ExecutableTrainer implements Trainer {
  readonly name = 'executable';
  readonly #executable: string;
  readonly #timeout: (rows: number) => number;
  readonly #children = new Set<ChildProcess>();
  readonly #patience = new Patience();
  #info: Promise<TrainerInfo> | undefined;
  #closed = false;

  constructor({ executable = 'xgboost', timeout = fitTimeout }: ExecutableOptions = {}) {
    this.#executable = executable;
    this.#timeout = timeout;
  }

  /** `xgboost /dev/null name=value … data=… model_out=…` over a binary DMatrix. */
  async train(rows: readonly Row[], parameters: TrainParameters, signal?: AbortSignal): Promise<string> {
    await untilAborted(this.examine(), signal);
    const scratch = new Scratch();
    const forget = atExit(() => {
      this.#kill();
    });
    try {
      const data = scratch.path('rows.dmatrix');
      const model = scratch.path('model.json');
      await writeFile(data, toDMatrix(rows));
      const options = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
      const args = ['/dev/null', ...options, `data=${data}`, `model_out=${model}`];
      await this.#patience.with(() => this.#run(args, this.#timeout(rows.length), signal), signal);
      return await readFile(model, 'utf8').catch(() => {
        throw new WorkError(
          `\`${this.#executable}\` ended without writing a model; \`${this.#executable} --version\` should say 1.7.`,
        );
      });
    } finally {
      scratch.close();
      forget();
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

  /** Those before 1.6 have another binary matrix, and those after 1.7 draw other pairs. */
  async #askVersion(): Promise<TrainerInfo> {
    const said = await this.#run(['--version'], VERSION_TIMEOUT);
    const [version = 'unknown', series] = /(\d+\.\d+)\.\d+/.exec(said) ?? [];
    if (series === undefined || series === '1.6' || series === '1.7') return { version, path: this.#executable };
    throw new MissingError(
      `The executable \`${this.#executable}\` is of XGBoost ${version}, and only those of 1.6 and 1.7 can be used: ${howToGet}.`,
    );
  }

  /** What it printed. */
  #run(args: readonly string[], timeout: number, signal?: AbortSignal): Promise<string> {
    if (this.#closed || signal?.aborted) throw stopped();
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
      const onAbort = (): void => {
        killGroup(child);
      };
      signal?.addEventListener('abort', onAbort);
      child.on('error', (error: NodeJS.ErrnoException) => {
        reject(cannotStart(this.#executable, error));
      });
      child.on('close', (code, killedBy) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#children.delete(child);
        if (this.#closed || signal?.aborted) reject(stopped());
        else if (late) reject(new WorkError(`xgboost took longer than ${timeout / 1000} s, and was stopped.`));
        else if (code === 0) resolve(messages);
        else reject(new WorkError(`xgboost failed: ${complaintIn(messages) ?? `it ended with ${killedBy ?? code}`}`));
      });
    });
  }

  #kill(): void {
    this.#closed = true;
    for (const child of this.#children) killGroup(child);
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
