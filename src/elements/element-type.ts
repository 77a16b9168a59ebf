/**
 * An element type: all that the rest of `tune` has to know of it. The IR, logs and runners call a type by its name;
 * whoever has to know more asks `elementType` (`registry.ts`) for this object.
 */

/** Whole numbers are exact and saturate; floating ones round to nearest, ties to even; truth is 0 or 1. */
type ElementKind = 'floating' | 'whole' | 'truth';

export interface ElementType {
  /** On the command line, in logs, of its file. */
  readonly name: string;
  readonly bytes: number;
  /** Where it has fewer than its bytes in memory: in files elements share bytes, the first in the lowest bits. */
  readonly bits?: number;
  readonly kind: ElementKind;
  /** The least and the largest number, besides infinities. */
  readonly limits: readonly [least: number, largest: number];
  /** Half a unit in the last place, relative: the largest relative error of rounding; 0 of whole numbers. */
  readonly unitRoundoff: number;
  /** The largest relative error of storing what was computed in float32; 0 where that is stored as it is. */
  readonly storeError: number;
  /** What kernels need; absent where none has to do with this type: it occurs in files and in source only. */
  readonly kernels?: KernelElements;
  /** The number that lies there, little-endian; of integers beyond 2^53 the nearest one. */
  readonly read: (view: DataView, at: number) => number;
  /** Stores a number, rounded and saturated. */
  readonly write: (view: DataView, at: number, value: number) => void;
  /** In C and CUDA without a header, of source of the user's; absent where compilers have no such type. */
  readonly c?: CType;
  /** In ONNX's files; absent where ONNX has no such type. */
  readonly onnx?: OnnxType;
  /** NumPy's type of the same memory: the unsigned integer of as many bytes where NumPy has none of its own. */
  readonly numpy: string;
  /** The TypedArray of the same memory, as `numpy`. */
  readonly typedArray: string;
}

/** Of a type that kernels read, write or copy elements into. */
export interface KernelElements {
  /** Whether no operator has it: it is what kernels copy narrower elements into. */
  readonly inCopiesAlone?: true;
  /** The name of the type in which sums of its products are kept. */
  readonly accumulator: string;
  /** The name of the type of weights that it is multiplied by, where that is another one. */
  readonly weights?: string;
  /** The variance of the relative error of a sum of so many terms, by rounding alone (`sum-errors.ts`). */
  readonly sumVariance: (terms: number) => number;
  /** Between which random inputs are drawn, both included of whole numbers; evenly. */
  readonly drawn: readonly [low: number, high: number];
  /**
   * Bits of an element that was not written, in the checks of a kernel by turns. NaNs where there are some; of whole
   * numbers, which have no spare value, the two differ, so that one of them is wrong whatever was to be written.
   */
  readonly poison: readonly [first: number, second: number];
  /** How elements are converted in C, as in C++. */
  readonly conversion: CConversion;
  /** In generated CUDA; absent where a GPU has nothing to do with it yet. */
  readonly cuda?: CudaElements;
}

/** Bodies of functions of `native/runner`'s C helper, which may call `bits_of_float` and `float_of_bits`. */
interface CConversion {
  /** An element in memory: `float`, or an integer of <stdint.h>. */
  readonly memory: string;
  /** The float that the element `bits` is. */
  readonly toFloat: string;
  /** The element that the float `value` is rounded to. */
  readonly fromFloat: string;
}

export interface CudaElements {
  /** What the generated text calls it in memory: `float`, or the struct. */
  readonly memory: string;
  /** The definition of a struct of that name, which converts to float and is assigned floats. */
  readonly struct?: string;
  /** In the names of matrix instructions, `bf16`; absent where there is none that sums up in float32. */
  readonly matrix?: string;
  /** Whether only matrix instructions make anything of the type: other arithmetic takes it for float32. */
  readonly matrixOnly?: true;
}

export interface CType {
  readonly name: string;
  /** Whether C has other names for it, of types that it takes for others: `long` for `long long`. */
  readonly hasOthers?: true;
  /** Whether CUDA has it by this name, too. */
  readonly inCuda: boolean;
}

interface OnnxType {
  /** `TensorProto.DataType`: its number and name. */
  readonly code: number;
  readonly name: string;
  /** The field that holds elements one by one, where they are not `raw_data`. */
  readonly field: OnnxField;
}

/** Fields of TensorProto that hold elements one by one; 32-bit types and smaller share int32_data. */
export type OnnxField = 'floatData' | 'int32Data' | 'int64Data' | 'doubleData' | 'uint64Data';
