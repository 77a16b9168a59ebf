/** Fifth step: of the kernels that are known, those that take least together become programs. */
import { backendOf } from '../../backend/registry.js';
import { emitProgram, type EmittedProgram } from '../program/build.js';
import type { ChosenKernel } from '../program/calls.js';
import { isKernelCall, type ProgramSet } from '../../backend/program/program.js';
import { chooseKernels, type KernelChoice, type KernelOption } from '../program/choose.js';
import { ConstantStore } from '../program/constant-store.js';
import { conversionWorkload } from '../program/layout.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ProgramLayer } from '../program/layer.js';
import type { Workload } from '../../operator/operator.js';
import { WorkError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { visible } from '../../target/visible.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';
import type { KernelTable } from './kernel-table.js';
import { nearestKernelType } from '../program/stored-types.js';
import type { NetworkProgram } from './program.js';
import type { Sharing } from './adopted-kernels.js';
import { shareWeights } from './shared-choice.js';
import { StoredForms } from './stored-forms.js';

/** The programs of a library, one for each of its shapes. */
export interface BuiltPrograms {
  readonly set: ProgramSet;
  readonly programs: readonly BuiltProgram[];
}

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

/** Turns of all shapes: in the second the largest knows what the others have. */
const TURNS = 2;

/**
 * The largest shape chooses its kernels first, and each prefers those that share weights with the other shapes. Throws
 * WorkError where a layer has no kernel.
 */
export function buildPrograms(name: string, programs: readonly NetworkProgram[], kernels: KernelTable): BuiltPrograms {
  const { target } = programs[0]!.programTarget;
  const constants = new ConstantStore();
  const stored = storedForms(constants, target);
  const built = new Map<NetworkProgram, BuiltProgram>();
  const largestFirst = programs.toSorted((a, b) => inputElements(b) - inputElements(a));
  const turns = programs.length > 1 ? TURNS : 1;
  for (const program of Array.from({ length: turns }, () => largestFirst).flat()) {
    const others = [...built].flatMap(([other, one]) => (other === program ? [] : [one.program]));
    stored?.hold(others);
    built.set(program, buildProgram(program, kernels, constants, others.length > 0 ? stored : undefined));
  }
  const inOrder = programs.map((program) => built.get(program)!);
  const set = {
    name,
    target,
    constants: constants.all,
    programs: inOrder.map(({ program }) => program),
  };
  return { set, programs: inOrder };
}

function storedForms(constants: ConstantStore, target: Target): StoredForms | undefined {
  const { packedForms } = backendOf(target);
  return packedForms && new StoredForms(constants, { packedForms }, target);
}

function inputElements({ graph: { inputs, values } }: NetworkProgram): number {
  return inputs.reduce((sum, value) => sum + sizeOf(values.get(value)!.shape), 0);
}

function buildProgram(
  program: NetworkProgram,
  kernels: KernelTable,
  constants: ConstantStore,
  stored: StoredForms | undefined,
): BuiltProgram {
  const chooseAt = (price: number): KernelChoice<NetworkKernel> =>
    chooseAtPrice(program, kernels, stored && { stored, price });
  const choice = stored ? shareWeights(chooseAt, stored) : chooseAt(0);
  const known = new Map<string, NetworkKernel>();
  const noted = (kernel: NetworkKernel): NetworkKernel => {
    known.set(kernelKey(kernel), kernel);
    return kernel;
  };
  for (const { how } of choice.options.values()) if ('kernel' in how) noted(how.kernel);
  const mover = (workload: Workload): NetworkKernel => noted(kernels.fastest(workload));
  const { graph, typeOf } = program;
  const built = emitProgram({ graph, constants, typeOf, choice, mover });
  return { ...built, layers: choice.layers, kernels: usedIn(built, known) };
}

/** Weights that a library has already, and the seconds that a byte of others is worth. */
interface PricedForms extends Pick<Sharing, 'price'> {
  readonly stored: StoredForms;
}

function chooseAtPrice(
  { graph, typeOf, layers, pairs, layouts, choosesAlone }: NetworkProgram,
  kernels: KernelTable,
  priced: PricedForms | undefined,
): KernelChoice<NetworkKernel> {
  const fused = new Set(pairs.map((pair) => pair.fused));
  return chooseKernels(graph, { layers, pairs }, layouts, {
    optionsOf: (layer) => {
      const options = optionsOf(layer, kernels, priced);
      if (fused.has(layer)) return options.filter(isTimed);
      if (options.length > 0) return options;
      throw new WorkError(
        `Layer ${visible(layer.name)} has no kernel yet: give it --trials, or a history that has one.`,
      );
    },
    conversion: (value, from, to) => {
      const [{ shape }, type] = [graph.values.get(value)!, typeOf(value)];
      // No kernel moves it: it stays as plain code writes it.
      if (nearestKernelType(type) !== type) return Infinity;
      if (choosesAlone) return NEGLIGIBLE;
      return kernels.secondsOf(kernels.fastest(conversionWorkload(shape, from, to, type)));
    },
  });
}

/**
 * Whether somebody measured such a kernel, or memory is all that it costs, less than two would: else two layers become
 * one by a time, never by hope.
 */
function isTimed({ how }: KernelOption<NetworkKernel>): boolean {
  return !('kernel' in how) || how.kernel.from !== 'suggested' || how.form.workload.operator === 'elementwise';
}

function optionsOf(
  layer: ProgramLayer,
  kernels: KernelTable,
  priced: PricedForms | undefined,
): readonly KernelOption<NetworkKernel>[] {
  return layer.forms.flatMap((form): KernelOption<NetworkKernel>[] => {
    if (form.kind !== 'kernel') return [{ ...form.layouts, seconds: 0, how: form }];
    const sharing = priced && {
      newBytes: (kernel: ChosenKernel) => priced.stored.newBytes(form, kernel),
      price: priced.price,
      alike: priced.stored.readersOf(form),
    };
    return kernels.of(form, sharing).map(({ kernel, seconds, inputs, output }) => ({
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
