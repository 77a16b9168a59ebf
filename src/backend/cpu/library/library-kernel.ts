/** One kernel of a library of operators, from an item that is wanted. */
import { InstantiationError } from '../../../ir/errors.js';
import { drawnRanges } from '../../../ir/input-ranges.js';
import { storeError } from '../../../ir/tensor.js';
import { computationOf, elementTypeOf } from '../../../operator/operator.js';
import { nestOf } from '../../../templates/nest.js';
import { operatorOf } from '../../../templates/task.js';
import { toleranceOf } from '../../../templates/tolerance.js';
import { typeInHeader, withIntegers } from '../../library/element-files.js';
import { headComment } from '../../library/head-comment.js';
import type { LibraryItem } from '../../library/library.js';
import { nameOf } from '../../library/names.js';
import { wordsOf, zeroPointsWord } from '../../library/shape-words.js';
import { tunedText } from '../../library/tuned.js';
import { exportC } from '../codegen/exported.js';
import { formatCpu, type CpuTarget } from '../target.js';
import { compileFacts, compileLine, featureGuard, type CompiledFile } from './compile-line.js';
import { cpuCondition } from './cpu-condition.js';
import type { TableKernel } from './table.js';

export interface CpuLibraryKernel extends TableKernel {
  readonly item: LibraryItem<CpuTarget>;
  readonly cpu: CpuTarget;
}

interface Place {
  /** The name of the library, and the architecture that it is for. */
  readonly name: string;
  readonly triple: string | undefined;
  readonly taken: ReadonlySet<string>;
}

/** A sentence that says why where the library cannot have it. */
export function libraryKernel(item: LibraryItem<CpuTarget>, { name, triple, taken }: Place): CpuLibraryKernel | string {
  const { task, config } = item;
  const { workload } = task;
  const cpu = task.target;
  if (cpu.triple !== triple) return `it is for ${cpu.triple}, and a library is for one architecture, here ${triple!}`;
  const title = nameOf([name, workload.operator, workload.name, cpu.arch, `t${cpu.threads}`], taken);
  try {
    const exported = exportC(nestOf(task, config), cpu, title, `${name}_kernels.h`, {
      typeNamed: (dtype) => typeInHeader(name, dtype),
    });
    return {
      ...{ item, name: title, operator: workload.operator, workload: workload.name, exported, cpu },
      words: wordsOf(workload),
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

export function kernelPath({ name }: { readonly name: string }): string {
  return `src/kernels/${name}.c`;
}

export function kernelSource(library: string, kernel: CpuLibraryKernel): string {
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
  return { name, target, openmp, requires, path: kernelPath({ name }), include: ['include'] };
}
