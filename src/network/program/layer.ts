/** A network as layers, each one call of a kernel or none, before layouts and configs are chosen. */
import type { Routine } from '../../backend/program/program.js';
import type { Condition } from '../graph/conditions.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { Workload } from '../../operator/operator.js';
import type { Layout } from './layout.js';

/** What a kernel is given as an input: a value of the network, or numbers as the kernel's argument has them. */
export type Operand = { readonly value: string } | { readonly constant: ConstantTensor };

export interface KernelForm {
  readonly kind: 'kernel';
  readonly workload: Workload;
  readonly inputs: readonly Operand[];
  /** Of the inputs, and of the output; undefined where the config of the kernel chooses. */
  readonly layouts: FormLayouts | undefined;
  /** Whether its images are rows: values of three dimensions. */
  readonly areRows?: boolean;
}

/** Plain code, which is not tuned. */
export interface RoutineForm {
  readonly kind: 'routine';
  readonly routine: Routine;
  readonly inputs: readonly Operand[];
  readonly layouts: FormLayouts;
}

/** Computes nothing, since values of the layer lie within the memory of others; inputs are its `reads`. */
export interface AliasForm {
  readonly kind: 'alias';
  readonly layouts: FormLayouts;
  /** Whether the parts are what the layer reads, and the whole what it writes; otherwise it is the other way round. */
  readonly writesWhole: boolean;
  readonly parts: readonly Part[];
}

/** A value that begins so many elements behind the start of another. */
export interface Part {
  readonly part: string;
  readonly whole: string;
  readonly elements: number;
}

export interface FormLayouts {
  readonly inputs: readonly Layout[];
  readonly output: Layout;
}

export type Form = KernelForm | RoutineForm | AliasForm;

/**
 * Two layers in a row that one kernel may compute, since nobody else reads what the first writes: where that is faster
 * (`choose.ts`), `fused` takes the place of both.
 */
export interface LayerPair {
  readonly first: ProgramLayer;
  readonly second: ProgramLayer;
  readonly fused: ProgramLayer;
}

export interface ProgramLayer {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly reads: readonly string[];
  readonly writes: string;
  /** Other values that a routine writes, row-major. */
  readonly alsoWrites: readonly string[];
  /** It is needed where all of these are as they say. */
  readonly onlyIf: readonly Condition[];
  readonly forms: readonly Form[];
}
