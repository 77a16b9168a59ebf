import { catalogueWith, modulesSchema } from '../../catalogue/resolve.js';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import type { Backend } from '../../backend/backend.js';
import type { Library, LibraryItem, LinkLine } from '../../backend/library/library.js';
import { backendOf, backends, formatTarget } from '../../backend/registry.js';
import { chosenOf } from './chosen.js';
import { linkText } from '../../backend/library/link-text.js';
import type { DispatchTree } from '../../backend/library/dispatch-tree.js';
import { learnedRowSchema } from './dispatch/learned-row.js';
import { dispatchNames } from './dispatch/dispatch-names.js';
import { dispatchRules } from './dispatch/registry.js';
import { requireCapability } from '../../backend/require-capability.js';
import { checkFolder, writeFolder } from '../../backend/library/write-folder.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { libraryName, libraryNameSchema } from '../../backend/library/library-name.js';
import { bestOfLogs, onNoteSchema, type OnNote } from '../../log/read-logs.js';
import { noteOtherCpu } from '../../transfer/other-cpu.js';
import { readShapes } from '../../operator/shape-list.js';

/** What `tune export --json` prints: the library that was written. */
export const exportResultSchema = z.object({
  folder: z.string().describe('where the library is'),
  name: z.string().describe('what its functions, header and file are named after'),
  files: z.int().describe('how many were written'),
  link: z.string().describe('what a program adds to its compiler’s line: headers, library, flags'),
  kernels: z
    .array(
      z.object({
        name: z.string().describe('the function'),
        file: z.string().describe('its source, in the folder'),
        operator: z.string(),
        workload: z.string(),
        target: z.string(),
        template: z.string(),
        seconds: z.number().nullable().describe('a call, where it was tuned; null of a schedule of another shape'),
        origin: z.string().describe('where its config comes from'),
      }),
    )
    .readonly(),
  dispatch: z.array(learnedRowSchema).readonly().describe('what `--dispatch learned` learned; none of `nearest`'),
});

export type ExportResult = Readonly<z.infer<typeof exportResultSchema>>;

/** The options of `exportKernels`. */
export const exportOptionsSchema = z.strictObject({
  out: z.string().min(1, 'must not be empty').describe('folder of the library; created'),
  name: libraryNameSchema
    .exactOptional()
    .describe('begins the names of all that the library defines; default: that of the folder'),
  shapes: z.string().exactOptional().describe('a YAML or JSON file of untuned shapes to serve'),
  dispatch: z.enum(dispatchNames).default('nearest').describe('which schedule an untuned shape gets'),
  modules: modulesSchema,
  force: z.boolean().default(false).describe('replaces what an export wrote there before'),
  onNote: onNoteSchema.exactOptional(),
});

export type ExportOptions = Readonly<z.input<typeof exportOptionsSchema>>;

/** The same with all defaults. */
type CheckedExportOptions = z.output<typeof exportOptionsSchema>;

/**
 * Writes the best kernels of some logs as a library: sources, header, dispatcher, build files, self-test. Throws
 * UsageError for options, shapes or a folder that cannot be, WorkError when no record can be exported.
 */
export async function exportKernels(
  logs: readonly string[],
  { out, force, shapes, dispatch, modules, onNote, name = nameOf(out) }: CheckedExportOptions,
): Promise<ExportResult> {
  checkFolder(out, force);
  const wanted = shapes === undefined ? [] : readShapes(shapes);
  const best = await bestOfLogs(logs, onNote);
  noteOtherCpu(best, onNote);
  const known = await catalogueWith(modules);
  const { items, notes } = chosenOf(best, known);
  for (const note of notes) onNote?.(note);
  const isSource = ({ task }: LibraryItem): boolean => task.template.gives === 'source';
  if (items.some(isSource) && !items.every(isSource))
    throw new UsageError('These logs hold records of specs and of templates: export them apart, into a folder each.');
  const { kernelsFor, trees, rows } = await dispatchRules[dispatch]({ items, logs, known, onNote });
  const untuned = wanted.flatMap((workload) => {
    const found = kernelsFor(workload);
    if (
      found.length === 0 &&
      !items.some(({ task: { workload: own } }) => own.operator === workload.operator && own.name === workload.name)
    )
      onNote?.(`${workload.operator} ${workload.name}: no schedule of the logs serves it; plain code will.`);
    return found;
  });
  const { files, kernels, link } = await libraries(name, { items: [...items, ...untuned], trees }, onNote);
  if (kernels.length === 0) throw new WorkError(`No record of ${logs.join(', ')} can be exported.`);
  writeFolder(out, files, { force });
  return { folder: resolve(out), name, files: files.size, link: linkText(out, link), kernels, dispatch: rows };
}

function exportSources(backend: Backend, name: string, items: readonly LibraryItem[]): Library {
  if (backend.exportSources) return backend.exportSources(name, items);
  throw new UsageError(
    `Your own source for ${backend.kind} cannot be exported yet: \`tune show --source\` prints it with its macros, and \`--program\` how it is called.`,
  );
}

interface WrittenLibraries {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly kernels: ExportResult['kernels'];
  /** Of each library. */
  readonly link: readonly LinkLine[];
}

/** One library for each kind of target: the first lies in the folder itself, others in one of their kind's name. */
async function libraries(
  name: string,
  { items, trees }: { readonly items: readonly LibraryItem[]; readonly trees: readonly DispatchTree[] },
  onNote: OnNote | undefined,
): Promise<WrittenLibraries> {
  const files = new Map<string, string | Uint8Array>();
  const kernels: ExportResult['kernels'][number][] = [];
  const link: LinkLine[] = [];
  for (const backend of backends) {
    const own = items.filter(({ task }) => backendOf(task.target) === backend);
    if (own.length === 0) continue;
    const folder = files.size === 0 ? '' : `${backend.kind}/`;
    const library =
      own[0]!.task.template.gives === 'source'
        ? exportSources(backend, name, own)
        : await requireCapability(backend, 'exportLibrary', 'library of kernels').exportLibrary(name, own, trees);
    for (const { item, reason } of library.refused)
      onNote?.(`${item.task.workload.name} for ${formatTarget(item.task.target)} is passed over: ${reason}.`);
    if (library.kernels.length === 0) continue;
    const { include, archive, flags } = library.link;
    link.push({ include: folder + include, archive: folder + archive, flags });
    for (const [path, contents] of library.files) files.set(folder + path, contents);
    kernels.push(
      ...library.kernels.map(({ item: { task, tuned, origin }, name, file }) => ({
        name,
        file: folder + file,
        operator: task.workload.operator,
        workload: task.workload.name,
        target: formatTarget(task.target),
        template: task.template.name,
        seconds: tuned?.seconds ?? null,
        origin,
      })),
    );
  }
  return { files, kernels, link };
}

/** The name of a library after its folder. */
function nameOf(folder: string): string {
  const name = libraryName(basename(resolve(folder)));
  if (name !== '') return name;
  throw new UsageError(`No name for the library can be made of the folder ${folder}: give one with --name.`);
}
