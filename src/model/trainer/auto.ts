import { MissingError, TuneError } from '../../target/errors.js';
import type { Row } from '../model.js';
import { ExecutableTrainer } from './executable.js';
import { namedLibrary } from './find-library.js';
import { howToGet } from './how-to-get.js';
import { AbsentError, LibraryTrainer } from './library.js';
import { untilAborted } from '../../target/until-aborted.js';
import type { Trainer, TrainerInfo, TrainParameters } from './trainer.js';

/** The library, which is the faster (`npm run bench:trainer`), or where there is none the executable. */
export class AutoTrainer implements Trainer {
  readonly name = 'auto';
  readonly #trainers: readonly [Trainer, Trainer];
  #chosen: Promise<Trainer> | undefined;

  constructor(library: Trainer = new LibraryTrainer(), executable: Trainer = new ExecutableTrainer()) {
    this.#trainers = [library, executable];
  }

  async train(rows: readonly Row[], parameters: TrainParameters, signal?: AbortSignal): Promise<string> {
    const trainer = await untilAborted(this.chosen(), signal);
    return trainer.train(rows, parameters, signal);
  }

  async examine(): Promise<TrainerInfo> {
    return (await this.chosen()).examine();
  }

  /** The one that is there. Throws MissingError when neither is. */
  chosen(): Promise<Trainer> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  async close(): Promise<void> {
    await Promise.all(this.#trainers.map((trainer) => trainer.close()));
  }

  async #choose(): Promise<Trainer> {
    const [library, executable] = this.#trainers;
    const refusal = await refusalOf(library);
    if (refusal === undefined) return library;
    // Who names a library means that one.
    if (namedLibrary() !== undefined) throw refusal;
    const other = await refusalOf(executable);
    if (other === undefined) return executable;
    if (refusal instanceof AbsentError)
      throw new MissingError(
        `The cost model cannot be trained: there is neither a libxgboost nor an \`xgboost\` executable: ${howToGet}.`,
      );
    throw refusal;
  }
}

/** Why it cannot train. */
async function refusalOf(trainer: Trainer): Promise<TuneError | undefined> {
  try {
    await trainer.examine();
    return undefined;
  } catch (error) {
    if (error instanceof TuneError) return error;
    throw error;
  }
}
