/**
 * The SIMD unit as templates see it: sizes, and what one instruction does. They ask for an ability ("a dot product of
 * uint8 and int8 into int32"), never for the name of an instruction set.
 */
export interface VectorUnit {
  /** Bytes of the widest vector. */
  readonly bytes: number;
  /** Architectural vector registers. */
  readonly registers: number;
  /** Whether loads and stores of part of a vector can be masked. */
  readonly masks: boolean;
  /** float32 lanes of the widest vector. */
  readonly lanes: number;
  /** Lanes of the widest vector of a type. */
  lanesOf(type: LaneType): number;
  /**
   * Whether an instruction, or a few, do this to the widest vectors. `types`: those of the operands in their order,
   * then that of the result where it is another one (`can('dot', uint8, int8, int32)`, `can('fma', float32)`).
   */
  can(operation: VectorOperation, ...types: readonly LaneType[]): boolean;
  /** How many instructions do that, about; undefined where none do. */
  instructionsOf(operation: VectorOperation, ...types: readonly LaneType[]): number | undefined;
  /** Registers that hold matrices, where there are any. */
  readonly matrices: MatrixUnit | undefined;
}

/**
 * Instructions that multiply matrices in registers of their own: c[i, j] += Σ a[i, k] · b[k, j]. A register has rows of
 * bytes, as many as a kernel sets, up to these.
 */
export interface MatrixUnit extends MatrixSizes {
  /** Whether there is one for elements of these types; that of sums is four bytes wide. */
  can(a: LaneType, b: LaneType, sum: LaneType): boolean;
}

/** Registers that hold matrices: how many there are, and rows of one at most. */
export interface MatrixSizes {
  readonly registers: number;
  readonly rows: number;
  /** Of a row. */
  readonly bytes: number;
}

/** An element type, as far as a vector asks. */
interface LaneType {
  readonly name: string;
  readonly bytes: number;
}

/**
 * What is done to all lanes at once:
 *
 *     loadPart   the first lanes from memory, the rest zero; no byte behind them is read
 *     storePart  the first lanes to memory; no byte behind them is written
 *     min, max   a < b ? a : b, a > b ? a : b, which decides on NaN and zeros
 *     sqrt       the square root, rounded once
 *     fma        a * b + c, rounded once
 *     dot        a lane of the result plus the products of the lanes of a and b that lie in its place
 *     convert    the nearest number of another type, ties to even; of whole ones the least where there is no number
 */
export type VectorOperation = 'loadPart' | 'storePart' | 'min' | 'max' | 'sqrt' | 'fma' | 'dot' | 'convert';

/** Sizes of a unit. */
export type VectorSizes = Pick<VectorUnit, 'bytes' | 'registers' | 'masks'>;

/** A unit of which nothing but its sizes is known. */
export function plainVectorUnit({ bytes, registers, masks }: VectorSizes): VectorUnit {
  const lanesOf = (type: Pick<LaneType, 'bytes'>): number => Math.floor(bytes / type.bytes);
  return {
    bytes,
    registers,
    masks,
    lanes: lanesOf({ bytes: 4 }),
    lanesOf,
    can: () => false,
    instructionsOf: () => undefined,
    matrices: undefined,
  };
}

/** Bytes of a sum, and of the neighbours along it that its lane takes up at a time. */
export const GROUP = 4;

/** Rows and columns of the largest square of registers of sums that leaves one for each of its rows and columns. */
export function squareSide({ registers }: MatrixSizes): number {
  return Math.floor(Math.sqrt(registers + 1)) - 1;
}
