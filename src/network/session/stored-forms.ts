/**
 * The forms in which programs before store their weights. Another shape may have another fastest kernel, which packs
 * the same weights in another way: stored once more, they would make the library larger by all of them.
 */
import { InstantiationError } from '../../ir/errors.js';
import { isKernelCall, type Program } from '../../backend/program/program.js';
import type { PackedForms } from '../../backend/capabilities/packed-forms.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { ChosenKernel } from '../program/build.js';
import type { ConstantStore } from '../program/constant-store.js';
import type { KernelForm } from '../program/layer.js';
import type { Target } from '../../target/target.js';
import { kernelKey } from './network-layer.js';

export class StoredForms {
  readonly #stored = new Set<string>();
  /** By constant. */
  readonly #readers = new Map<number, ChosenKernel[]>();
  readonly #packings = new Map<string, readonly (string | undefined)[] | undefined>();

  constructor(
    private readonly constants: ConstantStore,
    private readonly backend: PackedForms,
    private readonly target: Target,
  ) {}

  add({ calls }: Program): void {
    for (const call of calls.filter(isKernelCall)) {
      const packing = this.#packingOf(call)!;
      for (const [i, input] of call.inputs.entries()) {
        if (input.in !== 'constants') continue;
        const { constant } = input;
        this.#stored.add(JSON.stringify([constant, packing[i]]));
        this.#readers.set(constant, [...(this.#readers.get(constant) ?? []), call]);
      }
    }
  }

  /** Whether a kernel reads all its constants in forms that are stored already. */
  has(form: KernelForm, kernel: ChosenKernel): boolean {
    const packing = this.#packingOf(kernel);
    if (packing === undefined) return false;
    return this.#constantsOf(form).every(({ constant, input }) =>
      this.#stored.has(JSON.stringify([constant, packing[input]])),
    );
  }

  /** Kernels that read some of the same constants. */
  readersOf(form: KernelForm): readonly ChosenKernel[] {
    return this.#constantsOf(form).flatMap(({ constant }) => this.#readers.get(constant) ?? []);
  }

  #constantsOf({ workload, inputs: operands }: KernelForm): readonly { constant: number; input: number }[] {
    const { inputs } = computationOf(findOperator(workload.operator), workload);
    return operands.flatMap((operand, input) => {
      if ('value' in operand) return [];
      return [{ constant: this.constants.placeOf(operand.constant, inputs[input]!.dtype), input }];
    });
  }

  /** Undefined for a config that cannot be built. */
  #packingOf({ task, config }: ChosenKernel): readonly (string | undefined)[] | undefined {
    const key = kernelKey({ task, config });
    if (!this.#packings.has(key)) this.#packings.set(key, this.#generated({ task, config }));
    return this.#packings.get(key);
  }

  #generated({ task, config }: ChosenKernel): readonly (string | undefined)[] | undefined {
    try {
      return this.backend.packedForms(task, config, this.target);
    } catch (error) {
      if (error instanceof InstantiationError) return undefined;
      throw error;
    }
  }
}
