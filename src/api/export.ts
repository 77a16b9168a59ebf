import { z } from 'zod';
import { libraryNameSchema } from '../backend/library/library-name.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { onNoteSchema } from '../log/read-logs.js';
import { exportKernels as writeLibrary, type ExportResult } from '../products/export/export.js';
import { checked } from '../target/checked.js';

/** The options of `exportKernels`. */
const exportOptionsSchema = z.strictObject({
  out: z.string().min(1).describe('the folder of the library, which is made'),
  name: libraryNameSchema
    .exactOptional()
    .describe('begins the names of all that the library defines; default: that of the folder'),
  shapes: z.string().exactOptional().describe('a YAML or JSON file of shapes that get the schedule of the nearest'),
  modules: modulesSchema,
  force: z.boolean().default(false).describe('replaces what an export wrote there before'),
  onNote: onNoteSchema.exactOptional(),
});

export type ExportOptions = Readonly<z.input<typeof exportOptionsSchema>>;

/**
 * Writes the best kernels of some logs as a library: sources, header, dispatcher, build files, self-test. Throws
 * UsageError for options, shapes or a folder that cannot be, WorkError when no record can be exported.
 */
export async function exportKernels(logs: readonly string[], options: ExportOptions): Promise<ExportResult> {
  const { modules, ...given } = checked(exportOptionsSchema, options);
  return writeLibrary(logs, given, await catalogueWith(modules));
}
