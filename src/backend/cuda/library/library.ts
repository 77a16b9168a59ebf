/** A library of kernels for GPUs: sources, cubins, and a launcher in C on the driver's interface. */
import { elementHeader } from '../../../elements/c-helper.js';
import { kernelTypes, type KernelType } from '../../../elements/registry.js';
import { InstantiationError } from '../../../ir/errors.js';
import { plural } from '../../../target/format.js';
import { elementTypeOf } from '../../../operator/operator.js';
import { storeError } from '../../../ir/tensor.js';
import { nestOf } from '../../../templates/nest.js';
import { toleranceOf } from '../../../templates/tolerance.js';
import { elementFiles } from '../../library/element-files.js';
import { fixedFiles, type Places } from '../../library/fixed-files.js';
import type { Library, LibraryItem, LinkLine } from '../../library/library.js';
import { headComment, labelled } from '../../library/head-comment.js';
import { libraryHead, withPortableHeads } from '../../library/library-head.js';
import { nameOf } from '../../library/names.js';
import { tunedText } from '../../library/tuned.js';
import { wordsOf } from '../../library/shape-words.js';
import { generateCuda } from '../codegen/cuda.js';
import { cudaFlags } from '../flags.js';
import { translationUnit } from '../unit.js';
import { cubinsOf } from './cubins.js';
import { referenceFiles } from './references.js';
import { tableText, type TableKernel } from './table.js';

const places: Places = {
  'include/NAME_cuda.h': 'cuda/tunelib_cuda.h',
  'include/NAME.h': 'tunelib.h',
  'src/table.h': 'cuda/table.h',
  'src/driver.h': 'cuda/driver.h',
  'src/launcher.c': 'cuda/launcher.c',
  'test/test.c': 'cuda/test.c',
  'test/plain.h': 'plain.h',
  'test/epilogue.c': 'epilogue.c',
  'test/product.c': 'product.c',
  'test/conv2d.c': 'conv2d.c',
  Makefile: 'cuda/Makefile',
};

/** What the names of the first kernel's functions end with in a translation unit. */
const SUFFIX = '_0';

interface CudaLibraryKernel extends TableKernel {
  readonly item: LibraryItem;
  readonly source: string;
}

/** Throws WorkError where a compiler refuses a kernel. */
export async function exportLibrary(name: string, items: readonly LibraryItem[]): Promise<Library> {
  const refused: { item: LibraryItem; reason: string }[] = [];
  const kernels: CudaLibraryKernel[] = [];
  for (const item of items) {
    const kernel = kernelOf(item, name, new Set(kernels.map((one) => one.name)));
    if (typeof kernel === 'string') refused.push({ item, reason: kernel });
    else kernels.push(kernel);
  }
  const cubins = await cubinsOf(kernels.map(({ task, source }) => ({ arch: task.target.arch, source })));
  const link = { include: 'include', archive: `build/lib${name}_cuda.a`, flags: ['-ldl', '-lm'] };
  const head = headOf(name, kernels, link);
  const fixed = Array.from(
    fixedFiles(name, places),
    ([path, text]) => [path, headers(name).includes(path) ? head + text : text] as const,
  );
  const files = new Map<string, string | Uint8Array>([
    ...withPortableHeads([...fixed, ['src/table.c', tableText(name, kernels, SUFFIX)]]),
    ...elementFiles(name, 'test'),
    ...referenceFiles(name, kernels),
    ['test/elements.h', elementHeader(typesOf(kernels))],
    ...kernels.map((kernel) => [fileOf(kernel), kernel.source] as const),
    ...kernels.flatMap((kernel, i) => (cubins[i] ? [[`cubins/${kernel.name}.cubin`, cubins[i]] as const] : [])),
    ['kernels.mk', makeText(kernels)],
  ]);
  return {
    files,
    kernels: kernels.map((kernel) => ({ item: kernel.item, name: kernel.name, file: fileOf(kernel) })),
    link,
    refused,
  };
}

/** Of the functions, and of the shapes that they take. */
function headers(name: string): readonly string[] {
  return [`include/${name}_cuda.h`, `include/${name}.h`];
}

/** With the command for each architecture, but for the names of files. */
function headOf(name: string, kernels: readonly CudaLibraryKernel[], link: LinkLine): string {
  const archs = [...new Set(kernels.map(({ task }) => task.target.arch))].sort();
  const title = `${name}, a library of ${plural(kernels.length, 'kernel')} for GPUs.`;
  const needs = [
    ...labelled('GPU:', archs),
    ...archs.map((arch) => compileLine('KERNEL', arch)),
    `On other GPUs ${name}_cuda_find and ${name}_cuda_workload find nothing.`,
  ];
  const tuned = kernels.map(({ item }) => item.tuned);
  return libraryHead(title, tuned, { needs, make: 'make cubins', link });
}

/** A sentence that says why where the library cannot have it. */
function kernelOf(item: LibraryItem, library: string, taken: ReadonlySet<string>): CudaLibraryKernel | string {
  const { task, config, tuned } = item;
  const { workload, target, template } = task;
  const words = wordsOf(workload)?.words;
  try {
    const kernel = generateCuda(nestOf(task, config));
    const title = `${workload.operator} ${workload.name} by ${template.name} for ${target.arch}.`;
    const name = nameOf([library, workload.operator, workload.name, target.arch], taken);
    const line = compileLine(name, target.arch);
    const facts = [tunedText(tuned), `GPU: ${target.arch}`, line];
    return {
      ...{ item, task, kernel, words, name, seconds: tuned?.seconds },
      source: headComment(title, facts, config.values) + archGuard(target.arch, line) + translationUnit([kernel]),
      tolerance: toleranceOf(task, config) + storeError(elementTypeOf(workload)),
    };
  } catch (error) {
    if (error instanceof InstantiationError) return error.message;
    throw error;
  }
}

function flagsOf(arch: string): readonly string[] {
  return ['-cubin', '-O3', ...cudaFlags(arch)];
}

/** The command that compiles a kernel, from the folder of its library. */
function compileLine(name: string, arch: string): string {
  return ['nvcc', ...flagsOf(arch), fileOf({ name }), '-o', `cubins/${name}.cubin`].join(' ');
}

/** Lines that refuse code for older GPUs; what compiles for a CPU says nothing of a GPU. */
function archGuard(arch: string, line: string): string {
  const number = 10 * Number(/\d+/.exec(arch)?.[0] ?? 0);
  return `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < ${number}\n#error "compile this file for its GPU: ${line}"\n#endif\n`;
}

function fileOf({ name }: { readonly name: string }): string {
  return `kernels/${name}.cu`;
}

/** The types of elements that the kernels have. */
function typesOf(kernels: readonly CudaLibraryKernel[]): readonly KernelType[] {
  const names = new Set(kernels.flatMap(({ kernel }) => kernel.args.map(({ dtype }) => dtype)));
  return kernelTypes().filter(({ name }) => names.has(name));
}

function makeText(kernels: readonly CudaLibraryKernel[]): string {
  const flags = ({ name, task }: CudaLibraryKernel): string => `FLAGS_${name} = ${flagsOf(task.target.arch).join(' ')}`;
  return [
    '# Written by tune: the kernels, and how they were compiled when they were tuned.',
    `KERNEL_NAMES = ${kernels.map(({ name }) => name).join(' \\\n  ')}`,
    ...kernels.map(flags),
    '',
  ].join('\n');
}
