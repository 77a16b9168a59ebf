import { explained, type Explained } from '../../target/explained.js';
import { AutoTrainer } from './auto.js';
import { ExecutableTrainer } from './executable.js';
import { LibraryTrainer } from './library.js';
import type { Trainer } from './trainer.js';

const known = {
  auto: explained('the faster one that is there', (): Trainer => new AutoTrainer()),
  library: explained('libxgboost, in a process of ours', (): Trainer => new LibraryTrainer()),
  executable: explained('the `xgboost` executable, 1.6 or 1.7', (): Trainer => new ExecutableTrainer()),
};

/** What trains cost models, by the name that `--trainer` takes. */
export const trainers: Readonly<Record<string, Explained<() => Trainer>> & typeof known> = known;
