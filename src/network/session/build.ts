/** Fifth step: of the kernels that are known, those that take least together become a program. */
import { emitProgram, type EmittedProgram } from '../program/build.js';
import { isKernelCall } from '../../backend/program/program.js';
import { chooseKernels, type KernelChoice, type KernelOption } from '../program/choose.js';
import { conversionWorkload } from '../program/layout.js';
import type { ProgramLayer } from '../program/layer.js';
import type { Workload } from '../../operator/operator.js';
import { WorkError } from '../../target/errors.js';
import { visible } from '../../target/visible.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';
import type { KernelTable } from './kernel-table.js';
import type { NetworkProgram } from './program.js';

export interface BuiltProgram extends EmittedProgram {
  /** Those that it computes: one for both of a pair that is fused. */
  readonly layers: readonly ProgramLayer[];
  readonly kernels: readonly UsedKernel[];
}

export interface UsedKernel {
  /** Its first layer, or what it does. */
  readonly name: string;
  readonly workload: Workload;
  readonly kernel: NetworkKernel;
  readonly calls: number;
}

/** Seconds that decide nothing but ties. */
const NEGLIGIBLE = 1e-12;

/** Throws WorkError where a layer has no kernel. */
export function buildProgram(
  name: string,
  { programTarget, graph, typeOf, layers, pairs, layouts, choosesAlone }: NetworkProgram,
  kernels: KernelTable,
): BuiltProgram {
  const fused = new Set(pairs.map((pair) => pair.fused));
  const choice: KernelChoice<NetworkKernel> = chooseKernels(graph, { layers, pairs }, layouts, {
    optionsOf: (layer) => {
      const options = optionsOf(layer, kernels);
      if (fused.has(layer)) return options.filter(isTimed);
      if (options.length > 0) return options;
      throw new WorkError(
        `Layer ${visible(layer.name)} has no kernel yet: give it --trials, or a history that has one.`,
      );
    },
    conversion: (value, from, to) => {
      const { shape } = graph.values.get(value)!;
      return choosesAlone ? NEGLIGIBLE : kernels.fastest(conversionWorkload(shape, from, to, typeOf(value))).seconds;
    },
  });
  const known = new Map<string, NetworkKernel>();
  const noted = (kernel: NetworkKernel): NetworkKernel => {
    known.set(kernelKey(kernel), kernel);
    return kernel;
  };
  for (const { how } of choice.options.values()) if ('kernel' in how) noted(how.kernel);
  const mover = (workload: Workload): NetworkKernel => noted(kernels.fastest(workload));
  const built = emitProgram({ name, target: programTarget.target, graph, typeOf, choice, mover });
  return { ...built, layers: choice.layers, kernels: usedIn(built, known) };
}

/** Whether somebody measured such a kernel: two layers become one by a time, never by hope. */
function isTimed({ how }: KernelOption<NetworkKernel>): boolean {
  return !('kernel' in how) || how.kernel.from !== 'suggested';
}

function optionsOf(layer: ProgramLayer, kernels: KernelTable): readonly KernelOption<NetworkKernel>[] {
  return layer.forms.flatMap((form): KernelOption<NetworkKernel>[] => {
    if (form.kind !== 'kernel') return [{ ...form.layouts, seconds: 0, how: form }];
    return kernels.of(form).map(({ kernel, seconds, inputs, output }) => ({
      inputs,
      output,
      seconds,
      how: { form, kernel },
    }));
  });
}

function usedIn({ program }: EmittedProgram, kernels: ReadonlyMap<string, NetworkKernel>): readonly UsedKernel[] {
  const used = new Map<string, UsedKernel>();
  for (const call of program.calls.filter(isKernelCall)) {
    const key = kernelKey(call);
    const { name = call.layer, calls = 0 } = used.get(key) ?? {};
    used.set(key, { name, workload: call.task.workload, kernel: kernels.get(key)!, calls: calls + 1 });
  }
  return [...used.values()];
}
