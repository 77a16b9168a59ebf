import { show as showConfig, showOptionsSchema, type Shown, type ShowOptions } from '../products/show/show.js';
import { checked } from '../target/checked.js';

/**
 * The best config of a workload in a log, or another one of its space: schedule, loop nest, source, and how to compile
 * and call it. Throws UsageError where it is not clear which is meant or a config is not of the space, WorkError where
 * its kernel cannot be made, MissingError without the compiler.
 */
export async function show(log: string, options: ShowOptions = {}): Promise<Shown> {
  return showConfig(log, checked(showOptionsSchema, options));
}
