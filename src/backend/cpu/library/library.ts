/** A library in C of kernels for CPUs of one architecture. */
import { WorkError } from '../../../target/errors.js';
import { plural } from '../../../target/format.js';
import { elementFiles } from '../../library/element-files.js';
import { fixedFiles } from '../../library/fixed-files.js';
import type { Library, LibraryItem, LinkLine } from '../../library/library.js';
import { libraryHead, withPortableHeads } from '../../library/library-head.js';
import type { CpuTarget } from '../target.js';
import { hostToolchain } from '../toolchains.js';
import { cmakeText, linkFlags, makeText } from './build-files.js';
import { libraryNeeds } from './compile-line.js';
import { headerText } from './header.js';
import { kernelPath, kernelSource, libraryKernel, type CpuLibraryKernel } from './library-kernel.js';
import { places } from './places.js';
import { plainFiles, plainKernel, type PlainKernel } from './plain-kernel.js';
import { inOrder, tableText } from './table.js';
import { landmarkFiles } from './landmark-files.js';
import type { DispatchTree } from '../../library/dispatch-tree.js';

/** Kinds of CPUs that one word has bits for. */
const MOST_CPUS = 31;
/** Kernels whose numbers the table's slots can hold. */
const MOST_KERNELS = 2 ** 15 - 1;

/** Throws WorkError for more than a table can hold. */
export function exportLibrary(
  name: string,
  items: readonly LibraryItem<CpuTarget>[],
  trees: readonly DispatchTree[] = [],
): Library {
  const triple = tripleOf(items);
  const refused: { item: LibraryItem; reason: string }[] = [];
  const taken: CpuLibraryKernel[] = [];
  for (const item of items) {
    const kernel = libraryKernel(item, { name, triple, taken: new Set(taken.map((one) => one.name)) });
    if (typeof kernel === 'string') refused.push({ item, reason: kernel });
    else taken.push(kernel);
  }
  const kernels = inOrder(taken) as readonly CpuLibraryKernel[];
  refuseTooMany(kernels);
  const plain = plainKernels(name, kernels);
  const compiled = kernels.map(({ name, cpu, exported: { openmp } }) => ({ name, target: cpu, openmp }));
  const link = { include: 'include', archive: `build/lib${name}.a`, flags: linkFlags(compiled) };
  const head = headOf(name, kernels, link);
  const portable = new Map([
    ...fixedFiles(name, places),
    ...elementFiles(name, 'src'),
    ...plainFiles(name, plain),
    ['src/table.c', tableText(name, kernels, plain)],
    ...landmarkFiles(name, treesOf(kernels, trees)),
  ]);
  const header = `include/${name}.h`;
  const files = new Map([
    ...withPortableHeads(portable),
    [header, head + portable.get(header)!],
    ...kernels.map((kernel) => [kernelPath(kernel), kernelSource(name, kernel)] as const),
    [`include/${name}_kernels.h`, head + headerText(name, kernels)],
    ['kernels.mk', makeText(compiled)],
    ['kernels.cmake', cmakeText(compiled)],
  ]);
  return {
    files,
    kernels: kernels.map((kernel) => ({ item: kernel.item, name: kernel.name, file: kernelPath(kernel) })),
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

/** Those of targets that the library has kernels for. */
function treesOf(kernels: readonly CpuLibraryKernel[], trees: readonly DispatchTree[]): readonly DispatchTree[] {
  const targets = new Set(kernels.map(({ target }) => target));
  return trees.filter(({ target }) => targets.has(target));
}

/** One for each workload that no struct of the header holds. */
function plainKernels(name: string, kernels: readonly CpuLibraryKernel[]): readonly PlainKernel[] {
  const named = kernels.filter(({ words }) => words === undefined);
  const distinct = new Map(named.map((kernel) => [`${kernel.operator} ${kernel.workload}`, kernel]));
  const plain: PlainKernel[] = [];
  for (const { item } of distinct.values()) plain.push(plainKernel(name, item, new Set(plain.map((one) => one.name))));
  return plain;
}

function headOf(name: string, kernels: readonly CpuLibraryKernel[], link: LinkLine): string {
  const title = `${name}, a library of ${plural(kernels.length, 'kernel')}.`;
  const elsewhere = `${name}.h finds kernels that the CPU has the features for, and plain code where there is none.`;
  const needs = libraryNeeds(
    kernels.map(({ exported }) => exported),
    elsewhere,
  );
  const tuned = kernels.map(({ item }) => item.tuned);
  return libraryHead(title, tuned, { needs, make: 'make', link });
}

function refuseTooMany(kernels: readonly CpuLibraryKernel[]): void {
  const cpus = new Set(kernels.map(({ condition }) => condition.text)).size;
  if (cpus <= MOST_CPUS && kernels.length <= MOST_KERNELS) return;
  throw new WorkError(
    `A library holds at most ${MOST_KERNELS} kernels for ${MOST_CPUS} kinds of CPUs, and the logs have ${kernels.length} for ${cpus}: export fewer logs.`,
  );
}
