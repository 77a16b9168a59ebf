/** A library in C of kernels for CPUs of one architecture. */
import { InstantiationError } from '../../../ir/errors.js';
import { drawnRanges } from '../../../ir/input-ranges.js';
import { storeError } from '../../../ir/tensor.js';
import { computationOf, elementTypeOf } from '../../../operator/operator.js';
import { headComment } from '../../library/head-comment.js';
import { nameOf } from '../../library/names.js';
import { tunedText } from '../../library/tuned.js';
import { nestOf } from '../../../templates/nest.js';
import { operatorOf } from '../../../templates/task.js';
import { toleranceOf } from '../../../templates/tolerance.js';
import { WorkError } from '../../../target/errors.js';
import { plural } from '../../../target/format.js';
import type { Library, LibraryItem, LinkLine } from '../../library/library.js';
import { exportC } from '../codegen/exported.js';
import { formatCpu, type CpuTarget } from '../target.js';
import { hostToolchain } from '../toolchains.js';
import { cmakeText, linkFlags, makeText } from './build-files.js';
import { compileFacts, compileLine, featureGuard, type CompiledFile } from './compile-line.js';
import { cpuCondition } from './cpu-condition.js';
import { elementFiles, typeInHeader, withIntegers } from '../../library/element-files.js';
import { fixedFiles } from '../../library/fixed-files.js';
import { headerText, type HeaderKernel } from './header.js';
import { libraryHead, withPortableHeads } from './library-head.js';
import { libraryOperators, shapeWords, zeroPointsWord } from '../../library/shape-words.js';
import { places } from './places.js';
import { inOrder, tableText } from './table.js';

interface CpuLibraryKernel extends HeaderKernel {
  readonly target: string;
  readonly cpu: CpuTarget;
}

/** Kinds of CPUs that one word has bits for. */
const MOST_CPUS = 31;
/** Kernels whose numbers the table's slots can hold. */
const MOST_KERNELS = 2 ** 15 - 1;

/** Throws WorkError for more than a table can hold. */
export function exportLibrary(name: string, items: readonly LibraryItem<CpuTarget>[]): Library {
  const triple = tripleOf(items);
  const refused: { item: LibraryItem; reason: string }[] = [];
  const taken: CpuLibraryKernel[] = [];
  for (const item of items) {
    const kernel = kernelOf(item, { name, triple, taken });
    if (typeof kernel === 'string') refused.push({ item, reason: kernel });
    else taken.push(kernel);
  }
  const kernels = inOrder(taken) as readonly CpuLibraryKernel[];
  refuseTooMany(kernels);
  const compiled = kernels.map(({ name, cpu, exported: { openmp } }) => ({ name, target: cpu, openmp }));
  const link = { include: 'include', archive: `build/lib${name}.a`, flags: linkFlags(compiled) };
  const head = headOf(name, kernels, link);
  const fixed = new Map([
    ...fixedFiles(name, places),
    ...elementFiles(name, 'src'),
    ['src/table.c', tableText(name, kernels)],
  ]);
  const header = `include/${name}.h`;
  const files = new Map([
    ...withPortableHeads(fixed),
    [header, head + fixed.get(header)!],
    ...kernels.map((kernel) => [fileOf(kernel), sourceText(name, kernel)] as const),
    [`include/${name}_kernels.h`, head + headerText(name, kernels)],
    ['kernels.mk', makeText(compiled)],
    ['kernels.cmake', cmakeText(compiled)],
  ]);
  return {
    files,
    kernels: kernels.map((kernel) => ({ item: kernel.item, name: kernel.name, file: fileOf(kernel) })),
    link,
    refused,
  };
}

/** The architecture of a library: this machine's where a kernel is for it, otherwise that of the first. */
function tripleOf(items: readonly LibraryItem<CpuTarget>[]): string | undefined {
  const triples = items.map(({ task }) => task.target.triple);
  const host = hostToolchain().triple;
  return triples.includes(host) ? host : triples[0];
}

/** A sentence that says why where the library cannot have it. */
function kernelOf(
  item: LibraryItem<CpuTarget>,
  { name, triple, taken }: { name: string; triple: string | undefined; taken: readonly CpuLibraryKernel[] },
): CpuLibraryKernel | string {
  const { task, config } = item;
  const { workload } = task;
  const cpu = task.target;
  const words = shapeWords(workload);
  if (typeof words === 'string') return words;
  if (cpu.triple !== triple) return `it is for ${cpu.triple}, and a library is for one architecture, here ${triple!}`;
  const texts = [name, workload.operator, workload.name, cpu.arch, `t${cpu.threads}`];
  const title = nameOf(texts, new Set(taken.map((kernel) => kernel.name)));
  try {
    const exported = exportC(nestOf(task, config), cpu, title, `${name}_kernels.h`, {
      typeNamed: (dtype) => typeInHeader(name, dtype),
    });
    return {
      ...{ item, name: title, operator: workload.operator, workload: workload.name, words, exported, cpu },
      operation: libraryOperators.findIndex((one) => one === workload.operator),
      target: formatCpu(cpu),
      threads: cpu.threads,
      condition: cpuCondition(exported.requires),
      seconds: item.tuned?.seconds,
      dtype: elementTypeOf(workload),
      zeroPoints: zeroPointsWord(workload),
      ranges: drawnRanges(computationOf(operatorOf(task), workload)),
      tolerance: toleranceOf(task, config) + storeError(exported.args.at(-1)!.dtype),
    };
  } catch (error) {
    if (error instanceof InstantiationError) return error.message;
    throw error;
  }
}

function headOf(name: string, kernels: readonly CpuLibraryKernel[], link: LinkLine): string {
  const title = `${name}, a library of ${plural(kernels.length, 'kernel')}.`;
  const elsewhere = `${name}.h finds kernels that the CPU has the features for, and plain code where there is none.`;
  const all = kernels.map(({ item, exported }) => ({ tuned: item.tuned, requires: exported.requires }));
  return libraryHead(title, all, { link, elsewhere });
}

function fileOf({ name }: { name: string }): string {
  return `src/kernels/${name}.c`;
}

function sourceText(library: string, kernel: CpuLibraryKernel): string {
  const { item, operator, workload, target, exported } = kernel;
  const { requires, prototypes, source } = exported;
  const title = `${operator} ${workload} by ${item.task.template.name} for ${target}.`;
  const file = compiledFile(kernel);
  return [
    headComment(title, [tunedText(item.tuned), ...compileFacts(file)], item.config.values),
    featureGuard(requires, compileLine(file)),
    withIntegers(library, prototypes.types),
    source,
  ].join('');
}

function compiledFile({ name, cpu: target, exported: { openmp, requires } }: CpuLibraryKernel): CompiledFile {
  return { name, target, openmp, requires, path: fileOf({ name }), include: ['include'] };
}

function refuseTooMany(kernels: readonly CpuLibraryKernel[]): void {
  const cpus = new Set(kernels.map(({ condition }) => condition.text)).size;
  if (cpus <= MOST_CPUS && kernels.length <= MOST_KERNELS) return;
  throw new WorkError(
    `A library holds at most ${MOST_KERNELS} kernels for ${MOST_CPUS} kinds of CPUs, and the logs have ${kernels.length} for ${cpus}: export fewer logs.`,
  );
}
