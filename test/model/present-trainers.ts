import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ExecutableTrainer } from '../../src/model/trainer/executable.js';
import { LibraryTrainer } from '../../src/model/trainer/library.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';

/** The system's own, and those that TUNE_XGBOOST_LIBS names, with colons between them. */
const named = (process.env['TUNE_XGBOOST_LIBS'] ?? '').split(':').filter((path) => path !== '');

export const hasExecutable = spawnSync('xgboost', ['--version']).status === 0;
export const hasLibrary = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' }).stdout.includes('libxgboost.so');

/** What can train here. */
export const presentTrainers: readonly (readonly [name: string, open: () => Trainer])[] = [
  ...(hasExecutable ? [['the executable', () => new ExecutableTrainer()] as const] : []),
  ...(hasLibrary ? [['the library', () => new LibraryTrainer()] as const] : []),
  ...named.map((path) => [path, () => new LibraryTrainer({ files: [path] })] as const),
];

if (presentTrainers.length === 0) throw new Error('There is neither an xgboost executable nor a libxgboost here.');
for (const path of named)
  if (!existsSync(path)) throw new Error(`TUNE_XGBOOST_LIBS names ${path}, which is not there.`);
