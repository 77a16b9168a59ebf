/**
 * The forms in which other programs store their weights. Another shape may have another fastest kernel, which packs
 * the same weights in another way: stored once more, they would make the library larger by all of them.
 */
import { InstantiationError } from '../../ir/errors.js';
import { isKernelCall, type Program } from '../../backend/program/program.js';
import type { PackedForm, PackedForms } from '../../backend/capabilities/packed-forms.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { ChosenKernel } from '../program/calls.js';
import type { ConstantStore } from '../program/constant-store.js';
import type { KernelForm } from '../program/layer.js';
import type { Target } from '../../target/target.js';
import { kernelKey } from './network-layer.js';

export class StoredForms {
  readonly #stored = new Set<string>();
  /** By constant. */
  readonly #readers = new Map<number, ChosenKernel[]>();
  readonly #packings = new Map<string, readonly (PackedForm | undefined)[] | undefined>();

  constructor(
    private readonly constants: ConstantStore,
    private readonly backend: PackedForms,
    private readonly target: Target,
  ) {}

  /** From now on these are what programs of these store. */
  hold(programs: readonly Program[]): void {
    this.#stored.clear();
    this.#readers.clear();
    for (const call of programs.flatMap(({ calls }) => calls.filter(isKernelCall))) {
      const packing = this.#packingOf(call)!;
      for (const [i, input] of call.inputs.entries()) {
        if (input.in !== 'constants') continue;
        const { constant } = input;
        this.#stored.add(keyOf(constant, packing[i]));
        this.#readers.set(constant, [...(this.#readers.get(constant) ?? []), call]);
      }
    }
  }

  /** Bytes of constants that a kernel reads in forms which are not stored yet. */
  newBytes(form: KernelForm, kernel: ChosenKernel): number {
    const packing = this.#packingOf(kernel);
    if (packing === undefined) return 0;
    const added = this.#constantsOf(form).filter(({ constant, input }) => !this.#has(constant, packing[input]));
    return added.reduce((sum, { constant, input }) => sum + this.#bytesOf(constant, packing[input]), 0);
  }

  /** Kernels that read some of the same constants. */
  readersOf(form: KernelForm): readonly ChosenKernel[] {
    return this.#constantsOf(form).flatMap(({ constant }) => this.#readers.get(constant) ?? []);
  }

  #has(constant: number, packed: PackedForm | undefined): boolean {
    return this.#stored.has(keyOf(constant, packed));
  }

  #bytesOf(constant: number, packed: PackedForm | undefined): number {
    return packed?.bytes ?? this.constants.all[constant]!.bytes.length;
  }

  #constantsOf({ workload, inputs: operands }: KernelForm): readonly { constant: number; input: number }[] {
    const { inputs } = computationOf(findOperator(workload.operator), workload);
    return operands.flatMap((operand, input) => {
      if ('value' in operand) return [];
      return [{ constant: this.constants.placeOf(operand.constant, inputs[input]!.dtype), input }];
    });
  }

  /** Undefined for a config that cannot be built. */
  #packingOf({ task, config }: ChosenKernel): readonly (PackedForm | undefined)[] | undefined {
    const key = kernelKey({ task, config });
    if (!this.#packings.has(key)) this.#packings.set(key, this.#generated({ task, config }));
    return this.#packings.get(key);
  }

  #generated({ task, config }: ChosenKernel): readonly (PackedForm | undefined)[] | undefined {
    try {
      return this.backend.packedForms(task, config, this.target);
    } catch (error) {
      if (error instanceof InstantiationError) return undefined;
      throw error;
    }
  }
}

function keyOf(constant: number, packed: PackedForm | undefined): string {
  return JSON.stringify([constant, packed?.name]);
}
