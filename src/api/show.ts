import { z } from 'zod';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { onNoteSchema } from '../log/read-logs.js';
import { show as showConfig, type Shown } from '../products/show/show.js';
import { checked } from '../target/checked.js';

/** The options of `show`. */
const showOptionsSchema = z.strictObject({
  workload: z.string().exactOptional().describe('as it is printed; needed where the log holds several'),
  target: z
    .string()
    .exactOptional()
    .describe('as it is printed; by default that of this machine, where there are several'),
  index: z.int().min(0).exactOptional().describe('a config of the same space instead of the best'),
  assembly: z.boolean().default(false),
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type ShowOptions = Readonly<z.input<typeof showOptionsSchema>>;

/**
 * The best config of a workload in a log, or another one of its space: schedule, loop nest, source, and how to compile
 * and call it. Throws UsageError where it is not clear which is meant or a config is not of the space, WorkError where
 * its kernel cannot be made, MissingError without the compiler.
 */
export async function show(log: string, options: ShowOptions = {}): Promise<Shown> {
  const { modules, ...given } = checked(showOptionsSchema, options);
  return showConfig(log, given, await catalogueWith(modules));
}
