/** What an instruction set is, as data: one file in `sets/` each, listed in `registry.ts`. */
import type { MatrixSizes, VectorOperation, VectorSizes } from '../../../target/vector-unit.js';
import type { ElementType } from '../../../elements/element-type.js';

export interface InstructionSet {
  /** Of its file, and behind a `+` in the name of a CPU: `-mcpu=x86-64-v4+avx512vnni`. */
  readonly name: string;
  /** As Node names it; absent of a set for all. */
  readonly arch?: NodeJS.Architecture;
  /** The compiler's options for it. */
  readonly options: readonly string[];
  /** What adds it to a CPU that has a name, of compilers for Arm, which take no options beside that. */
  readonly extension?: string;
  /** What a CPU must have for it. */
  readonly features: readonly CpuFeature[];
  /** Vendors, as /proc/cpuinfo names them, whose CPUs compute faster without it. */
  readonly slowOn?: readonly string[];
  /** Of a set that brings vectors of its own. */
  readonly vectors?: VectorSizes;
  readonly operations: readonly Operation[];
  readonly matrices?: MatrixInstructions;
}

/** What a CPU has or lacks. */
export interface CpuFeature {
  /** In /proc/cpuinfo. */
  readonly name: string;
  /** What compilers define where they may use it. */
  readonly macro: string;
  /**
   * Whether this machine has it, as an expression in C that gcc 12 and clang 16 know; absent where every CPU of the
   * architecture has it, and where it comes with another feature that is asked for.
   */
  readonly test?: string;
  /** What the test needs to be included. */
  readonly header?: string;
}

/**
 * Besides what templates ask for, whole loads and stores, lanes chosen by a mask, by numbers, or all the same, and
 * conversions of what is known to be below the largest number of the other type.
 */
export type OperationName = VectorOperation | 'load' | 'store' | 'blend' | 'shuffle' | 'broadcast' | 'convertBelow';

export interface Operation {
  readonly does: OperationName;
  /** Those of the operands in their order, then that of the result where it is another one. */
  readonly types: readonly ElementType[];
  /** Of its vectors, the widest of them where it converts. */
  readonly bytes: readonly number[];
  readonly text: (call: OperationCall) => string;
  /** How many instructions it takes, about, where that is more than one. */
  readonly instructions?: number;
}

/** One use of an operation, as its text asks for it. */
export interface OperationCall {
  /** Of the widest vector of the operation. */
  readonly bytes: number;
  /** Lanes of that vector. */
  readonly lanes: number;
  /** Lanes that a partial load or store moves. */
  readonly part: number;
  readonly operands: readonly string[];
  /** The vectors of `types`, by name. */
  readonly vectors: readonly string[];
  /** The vector that comparing the first type gives, by name. */
  readonly mask: () => string;
  /**
   * A call of a function with this body. Its parameters are a, b and c for vectors; p, and v of what is stored; m of a
   * mask.
   */
  readonly inFunction: (body: string) => string;
}

/** What is done with registers that hold matrices, by their numbers: statements in C. */
export interface MatrixInstructions extends MatrixSizes {
  readonly products: readonly MatrixInstruction[];
  /** Asks the system for them, once in a process before the first use. */
  readonly ask: string;
  /** Sets the sizes of all registers, and has these hold zeros. */
  readonly configure: (shapes: ReadonlyMap<number, MatrixShape>) => string;
  /** Between the rows in memory lie so many bytes from one to the next. */
  readonly load: (register: number, address: string, stride: string) => string;
  readonly store: (register: number, address: string, stride: string) => string;
  readonly zero: (register: number) => string;
  /** Behind the last use in a call: the registers hold nothing that the system would have to keep. */
  readonly release: string;
}

/** c += a · b, where a row of a holds neighbours along the sum, and one of b as many of them as fill four bytes. */
export interface MatrixInstruction {
  /** Of a, b and c. */
  readonly types: readonly [ElementType, ElementType, ElementType];
  readonly text: (c: number, a: number, b: number) => string;
}

/** What is used of a register. */
export interface MatrixShape {
  readonly rows: number;
  /** Of a row. */
  readonly bytes: number;
}
