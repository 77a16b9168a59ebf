import type { MatrixUnit, VectorOperation, VectorSizes, VectorUnit } from '../../../target/vector-unit.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import type { CpuFeature, InstructionSet, MatrixInstructions, Operation, OperationName } from './instruction-set.js';

/** Vectors of a CPU none of whose sets is known: compilers take those apart that it has not. */
const unknown: VectorSizes = { bytes: 16, registers: 16, masks: false };

/** The vectors of a CPU: its instruction sets together. */
export class CpuVectors implements VectorUnit {
  readonly bytes: number;
  readonly registers: number;
  readonly masks: boolean;
  readonly lanes: number;
  readonly matrices: CpuMatrices | undefined;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #features: readonly CpuFeature[];

  /**
   * `sets`: of those that have an operation the last one gives its text. `sizes`: of the widest of them. `features`:
   * what compilers may use besides.
   */
  constructor(
    sets: readonly InstructionSet[],
    sizes: VectorSizes = widest(sets),
    features: readonly CpuFeature[] = [],
  ) {
    this.bytes = sizes.bytes;
    this.registers = sizes.registers;
    this.masks = sizes.masks;
    this.lanes = this.lanesOf(float32);
    this.matrices = matricesOf(sets);
    const operations = sets.flatMap((set) => set.operations);
    this.#operations = new Map(
      operations.flatMap((operation) =>
        operation.bytes.map((bytes) => [keyOf(operation.does, operation.types, bytes), operation] as const),
      ),
    );
    const all = [...sets.flatMap((set) => set.features), ...features];
    this.#features = [...new Map(all.map((feature) => [feature.name, feature])).values()];
  }

  /** CPU features that code for these vectors may need, as /proc/cpuinfo names them. */
  get features(): readonly string[] {
    return this.#features.map(({ name }) => name);
  }

  lanesOf({ bytes }: Pick<ElementType, 'bytes'>): number {
    return Math.floor(this.bytes / bytes);
  }

  can(operation: VectorOperation, ...types: readonly Pick<ElementType, 'name'>[]): boolean {
    return this.#operations.has(keyOf(operation, types, this.bytes));
  }

  instructionsOf(operation: VectorOperation, ...types: readonly Pick<ElementType, 'name'>[]): number | undefined {
    const found = this.#operations.get(keyOf(operation, types, this.bytes));
    return found && (found.instructions ?? 1);
  }

  /** What instruction sets have of an operation for the widest vectors, on whatever types. */
  operations(does: OperationName): readonly Operation[] {
    const all = [...this.#operations].filter(([key, operation]) => key === keyOf(does, operation.types, this.bytes));
    return all.map(([, operation]) => operation);
  }

  /** The operation on vectors of so many bytes, if an instruction set has it. */
  operation(does: OperationName, types: readonly ElementType[], bytes: number): Operation | undefined {
    return this.#operations.get(keyOf(does, types, bytes));
  }
}

export type CpuMatrices = MatrixInstructions & MatrixUnit;

/** The registers are those of all sets that have any, and each knows some products. */
function matricesOf(sets: readonly InstructionSet[]): CpuMatrices | undefined {
  const all = sets.flatMap(({ matrices }) => matrices ?? []);
  const [first] = all;
  if (!first) return undefined;
  const products = all.flatMap((one) => one.products);
  const can: MatrixUnit['can'] = (...types) =>
    products.some((product) => product.types.every(({ name }, i) => name === types[i]!.name));
  return { ...first, products, can };
}

function keyOf(does: OperationName, types: readonly Pick<ElementType, 'name'>[], bytes: number): string {
  return [does, ...types.map(({ name }) => name), bytes].join(' ');
}

function widest(sets: readonly InstructionSet[]): VectorSizes {
  const sizes = sets.flatMap(({ vectors }) => vectors ?? []);
  return sizes.reduce((best, some) => (some.bytes > best.bytes ? some : best), sizes[0] ?? unknown);
}
