/** From what is known of kernels to the program of a model. */
import { build, type Built, type ChosenKernel } from '../../network/program/build.js';
import { choose, type Choice, type Option } from '../../network/program/choose.js';
import { conversionWorkload } from '../../network/program/conversion.js';
import type { Layer } from '../../network/program/layer.js';
import type { Workload } from '../../operator/operator.js';
import { workKey } from '../network-layer.js';
import { findOperator } from '../../operator/registry.js';
import { WorkError } from '../../target/errors.js';
import { visible } from '../../target/visible.js';
import type { Kernel } from './kernel.js';
import type { Kernels } from './kernels.js';
import type { Model } from './read-model.js';

/** A program, and the kernels that it stands on. */
export interface Assembled extends Built {
  /** Those that it computes: one for both of a pair that is fused. */
  readonly layers: readonly Layer[];
  /** Of each workload that it calls, the kernel, and how often. */
  readonly kernels: readonly Used[];
}

export interface Used {
  /** Its first layer, or what it does. */
  readonly name: string;
  readonly workload: Workload;
  readonly kernel: Kernel;
  readonly calls: number;
}

/** Seconds that decide nothing but ties. */
const NEGLIGIBLE = 1e-12;

/** Throws WorkError where a layer has no kernel. */
export function assemble(name: string, model: Model, kernels: Kernels): Assembled {
  const { programTarget, graph, layers, pairs, layouts, choosesAlone } = model;
  const fused = new Set(pairs.map((pair) => pair.fused));
  const choice: Choice<Kernel> = choose(graph, { layers, pairs }, layouts, {
    optionsOf: (layer) => {
      const options = optionsOf(layer, kernels);
      if (fused.has(layer)) return options.filter(isTimed);
      if (options.length > 0) return options;
      throw new WorkError(
        `Layer ${visible(layer.name)} has no kernel yet: give it --trials, or a history that has one.`,
      );
    },
    conversion: (shape, from, to) =>
      choosesAlone ? NEGLIGIBLE : kernels.fastest(conversionWorkload(shape, from, to)).seconds,
  });
  const known = new Map<string, Kernel>();
  const noted = (kernel: Kernel): Kernel => {
    known.set(keyOf(kernel), kernel);
    return kernel;
  };
  for (const { how } of choice.options.values()) if (!('parts' in how)) noted(how.kernel);
  const mover = (workload: Workload): Kernel => noted(kernels.fastest(workload));
  const built = build({ name, target: programTarget.target, graph, choice, mover });
  return { ...built, layers: choice.layers, kernels: usedIn(built, known) };
}

/** Whether somebody measured such a kernel: two layers become one by a time, never by hope. */
function isTimed({ how }: Option<Kernel>): boolean {
  return 'parts' in how || how.kernel.from !== 'suggested';
}

function optionsOf(layer: Layer, kernels: Kernels): readonly Option<Kernel>[] {
  return layer.forms.flatMap((form): Option<Kernel>[] => {
    if (form.kind === 'alias') return [{ ...form.layouts, seconds: 0, how: form }];
    return kernels.of(form).map(({ kernel, seconds, inputs, output }) => ({
      inputs,
      output,
      seconds,
      how: { form, kernel },
    }));
  });
}

function usedIn({ program }: Built, kernels: ReadonlyMap<string, Kernel>): readonly Used[] {
  const used = new Map<string, Used>();
  for (const call of program.calls) {
    const key = keyOf(call);
    const { name = call.layer, calls = 0 } = used.get(key) ?? {};
    used.set(key, { name, workload: call.task.workload, kernel: kernels.get(key)!, calls: calls + 1 });
  }
  return [...used.values()];
}

function keyOf({ task: { workload, template }, config }: ChosenKernel): string {
  const work = workKey({ operator: findOperator(workload.operator), workload });
  return JSON.stringify([work, template.name, config.index]);
}
