import { z } from 'zod';
import type { LoadedModule } from '../catalogue/load-module.js';
import { isFilePath, loadFile } from '../catalogue/load-file.js';
import { checkContracts } from '../catalogue/contract/contract.js';
import type { ContractEvent } from '../catalogue/contract/events.js';
import { subjectNamed, subjectsOf } from '../catalogue/contract/subjects.js';
import { checked } from '../target/checked.js';

/** The options of `contract`. Keys that are left out are as on the command line. */
const contractOptionsSchema = z.strictObject({
  configs: z.int().min(1).default(2).describe('random configs of each shape on each target'),
  target: z.string().exactOptional().describe('only this one'),
  threads: z.int().min(1).exactOptional().describe('of a kernel on CPUs (default: one, and two)'),
  seed: z.int().min(0).default(0).describe('seed of configs and inputs'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it after the kernel in flight'),
});

export type ContractOptions = Readonly<z.input<typeof contractOptionsSchema>>;

/** Templates that a program has, with the operators among theirs that do not come with tune. */
export type Contracted = Pick<LoadedModule, 'templates'> & Partial<Pick<LoadedModule, 'operators'>>;

/**
 * Checks what templates promise: of a module by its path (`./mine.js`), of one that comes with tune by its name, or of
 * those that a program has. The events are those of `tune contract --json`; whatever is not as promised is an event,
 * and the rest is checked all the same. Throws UsageError for what does not exist, for a module that cannot be used,
 * and where a target cannot be checked on this machine, MissingError without what builds and runs kernels.
 */
export async function* contract(
  what: string | Contracted,
  options: ContractOptions = {},
): AsyncGenerator<ContractEvent, void, void> {
  const given = checked(contractOptionsSchema, options);
  if (typeof what !== 'string') yield* checkContracts(subjectsOf(what, given), given);
  else if (!isFilePath(what)) yield* checkContracts([subjectNamed(what, given)], given);
  else yield* checkContracts(subjectsOf(await loadFile(what), given), given);
}
