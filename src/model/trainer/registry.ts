import { AutoTrainer } from './auto.js';
import { ExecutableTrainer } from './executable.js';
import { LibraryTrainer } from './library.js';
import type { Trainer } from './trainer.js';

const known = {
  auto: () => new AutoTrainer(),
  library: () => new LibraryTrainer(),
  executable: () => new ExecutableTrainer(),
} satisfies Record<string, () => Trainer>;

/** What trains cost models, by the name that `--trainer` takes. */
export const trainers: Readonly<Record<string, () => Trainer> & typeof known> = known;
