import {
  exportKernels as writeLibrary,
  exportOptionsSchema,
  type ExportOptions,
  type ExportResult,
} from '../products/export/export.js';
import { checked } from '../target/checked.js';

/**
 * Writes the best kernels of some logs as a library: sources, header, dispatcher, build files, self-test. Throws
 * UsageError for options, shapes or a folder that cannot be, WorkError when no record can be exported.
 */
export async function exportKernels(logs: readonly string[], options: ExportOptions): Promise<ExportResult> {
  return writeLibrary(logs, checked(exportOptionsSchema, options));
}
