/** The kernels of a network: each combination of workload, template and config once, whatever calls it. */
import { nestOf } from '../../../templates/nest.js';
import type { Nest, Pack } from '../../../ir/nest.js';
import { isKernelCall, type Call, type KernelCall, type ProgramSet } from '../../program/program.js';
import { headComment } from '../../library/head-comment.js';
import { nameOf } from '../../library/names.js';
import { tunedText } from '../../library/tuned.js';
import { exportC, type ExportedC } from '../codegen/exported.js';
import { compileFacts, compileLine, featureGuard } from '../library/compile-line.js';
import { formatCpu, type CpuTarget } from '../target.js';

export interface ProgramKernel {
  /** Of its function. */
  readonly name: string;
  readonly call: KernelCall;
  readonly cpu: CpuTarget;
  readonly nest: Nest;
  readonly exported: ExportedC;
}

/** By call. Throws InstantiationError for a config that cannot be built. */
export function kernelsOf({ name, target, programs }: ProgramSet<CpuTarget>): ReadonlyMap<Call, ProgramKernel> {
  const calls = programs.flatMap((program) => program.calls);
  const byWork = new Map<string, ProgramKernel>();
  return new Map(
    calls.filter(isKernelCall).map((call) => {
      const { workload, template } = call.task;
      const work = JSON.stringify([workload.operator, workload.shape, template.name, call.config.values]);
      const kernel =
        byWork.get(work) ?? kernelOf(call, target, nameOf([name, `${byWork.size}`, workload.operator], new Set()));
      byWork.set(work, kernel);
      return [call, kernel];
    }),
  );
}

function kernelOf(call: KernelCall, cpu: CpuTarget, name: string): ProgramKernel {
  const { task, config } = call;
  const nest = nestOf(task, config);
  const exported = exportC(nest, cpu, name, 'kernels.h', { converts: false });
  return { name, call, cpu, nest, exported };
}

export function kernelPath({ name }: Pick<ProgramKernel, 'name'>): string {
  return `src/kernels/${name}.c`;
}

export function kernelText(kernel: ProgramKernel): string {
  const { name, call, cpu: target, exported } = kernel;
  const { task, config, tuned } = call;
  const { requires, openmp, source } = exported;
  const title = `${task.workload.operator} ${task.workload.name} by ${task.template.name} for ${formatCpu(target)}.`;
  const file = { name, target, openmp, requires, path: kernelPath(kernel), include: ['include', 'src'] };
  const head = headComment(title, [tunedText(tuned), ...compileFacts(file)], config.values);
  return head + featureGuard(requires, compileLine(file)) + source;
}

/** How a kernel packs an input, where it does. */
export function packOf({ nest }: Pick<ProgramKernel, 'nest'>, input: number): Pack | undefined {
  return nest.packs.find(({ original }) => original === nest.inputs[input]);
}
