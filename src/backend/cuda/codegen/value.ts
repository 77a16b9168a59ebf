/**
 * Values as CUDA expressions: scalars, which are floats, and vectors of neighbours in memory (`types.ts`) where their
 * alignment is proven.
 */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { inAllLanes, stride } from '../../../ir/index-facts.js';
import type { Index, Var } from '../../../ir/index.js';
import type { DType, Tensor } from '../../../ir/tensor.js';
import { isNumber } from '../../../ir/value.js';
import type { Context } from '../../../codegen/context.js';
import { elementText } from './fragments.js';
import type { FragmentScope, FragmentShape } from './fragments.js';
import { callText } from './functions.js';
import { constantVector, laneOf, memoryType, vectorType } from './types.js';
import { conditionText, folded, numberText, openConditions, operators } from '../../../codegen/scalar-text.js';
import type { LoadValue, Value } from '../../../ir/tensor.js';

/** A vectorized loop of 2, 4 or 8 iterations. */
export interface Lanes {
  readonly v: Var;
  readonly count: number;
}

export interface Copied {
  readonly load: LoadValue;
  readonly when: readonly Index[];
}

/** The lanes of a value, and the statements that they need before them. */
export interface LaneTexts {
  readonly before: readonly string[];
  readonly lanes: readonly string[];
  /** All lanes as one vector of elements of the type, where the value is one. */
  readonly whole: string | undefined;
}

/** A vector that was read from memory, by its name. */
interface ReadVector {
  readonly name: string;
  readonly type: DType;
}

export class CudaValue implements FragmentScope {
  /** `fragments` are the tensors that warps hold as matrix tiles. */
  constructor(
    readonly context: Context,
    readonly fragments: ReadonlyMap<Tensor, FragmentShape>,
  ) {}

  scalar(value: Value): string {
    return this.text(folded(value, this.context), new Map());
  }

  element(tensor: Tensor, indices: readonly Index[]): string {
    const fragment = this.fragments.get(tensor);
    if (fragment) return elementText(this, tensor, fragment, indices);
    return this.at(tensor, this.context.offset(tensor, indices));
  }

  /**
   * The address of a vector in memory; undefined unless the lanes are neighbours and the first is aligned to all of
   * them.
   */
  vector(tensor: Tensor, indices: readonly Index[], { v, count }: Lanes): string | undefined {
    if (this.fragments.has(tensor)) return undefined;
    const place = this.context.place(tensor);
    const type = vectorType(tensor.dtype, count);
    const at = this.context.offset(tensor, indices);
    if (!type || stride(at, v) !== 1) return undefined;
    const first = ix.substitute(at, (u) => (u === v ? ix.zero : undefined));
    if (!ix.isMultiple(first, count)) return undefined;
    if (place.kind !== 'memory') throw new Error(`${tensor.name} is not in memory`);
    return `(${type} *)(${place.pointer} + ${this.context.text(first)})`;
  }

  /** A value lane by lane, to be stored as elements of a type; what is contiguous is read once, as a vector. */
  lanes(value: Value, lanes: Lanes, dtype: DType): LaneTexts {
    const { context } = this;
    const whole = this.wholeVector(value, lanes, dtype);
    const read = new Map<Value, ReadVector>();
    const before: string[] = [];
    const readVectors = (node: Value): void => {
      const type = this.copied(node)?.load.tensor.dtype;
      const text = type && this.wholeVector(node, lanes, type);
      if (text && !read.has(node)) {
        const name = `v${read.size}`;
        read.set(node, { name, type });
        before.push(`const ${vectorType(type, lanes.count)} ${name} = ${text};`);
      }
      if (node.kind === 'call') for (const arg of node.args) readVectors(arg);
      if (node.kind !== 'binary') return;
      readVectors(node.a);
      readVectors(node.b);
    };
    readVectors(value);
    const texts = Array.from({ length: lanes.count }, (_, lane) => {
      const parts = new Map([...read].map(([node, { name, type }]) => [node, laneOf(type, name, lane)]));
      return context.withValue(lanes.v, lane, () => this.text(value, parts));
    });
    return { before, lanes: texts, whole };
  }

  /** What a value is a copy of, where all the conditions hold; elsewhere it is zero. Undefined for any other value. */
  copied(value: Value): Copied | undefined {
    if (value.kind === 'load') return { load: value, when: [] };
    if (value.kind !== 'select') return undefined;
    const conditions = openConditions(value, this.context);
    if (typeof conditions === 'string') return this.copied(value[conditions]);
    const inside = isNumber(value.otherwise, 0) ? this.copied(value.then) : undefined;
    return inside && { load: inside.load, when: [...conditions, ...inside.when] };
  }

  /** Lanes as a vector of a type in memory, where they are copied from such a one. */
  private wholeVector(value: Value, lanes: Lanes, dtype: DType): string | undefined {
    switch (value.kind) {
      case 'constant':
        return constantVector(dtype, value.value, lanes.count);
      case 'load': {
        if (memoryType(value.tensor.dtype) !== memoryType(dtype)) return undefined;
        const at = this.vector(value.tensor, value.indices, lanes);
        return at && `*(const ${at.slice(1)}`;
      }
      case 'select': {
        const conditions = openConditions(value, this.context);
        if (typeof conditions === 'string') return this.wholeVector(value[conditions], lanes, dtype);
        const ofAll = conditions.map((c) => inAllLanes(c, lanes.v)).filter((c) => c !== undefined);
        const [a, b] = [value.then, value.otherwise].map((side) => this.wholeVector(side, lanes, dtype));
        return a && b && ofAll.length === conditions.length
          ? `(${conditionText(ofAll, this.context)} ? ${a} : ${b})`
          : undefined;
      }
      default:
        return undefined;
    }
  }

  /** `known` holds texts of nodes that were read before. */
  private text(value: Value, known: ReadonlyMap<Value, string>): string {
    const before = known.get(value);
    if (before !== undefined) return before;
    switch (value.kind) {
      case 'constant':
        return numberText(value.value);
      case 'load':
        return this.element(value.tensor, value.indices);
      case 'binary': {
        const [a, b] = [this.text(value.a, known), this.text(value.b, known)];
        return value.op === 'min' || value.op === 'max'
          ? `f${value.op}f(${a}, ${b})`
          : `(${a} ${operators[value.op]} ${b})`;
      }
      case 'cast':
        throw new InstantiationError(`CUDA kernels do not support ${value.to}: use another type, or a CPU target`);
      case 'bits':
        throw new InstantiationError(
          'CUDA kernels do not support types of fewer than 8 bits: use int8, or a CPU target',
        );
      case 'call':
        return callText(
          value.name,
          value.args.map((arg) => this.text(arg, known)),
        );
      case 'select': {
        const conditions = openConditions(value, this.context);
        if (typeof conditions === 'string') return this.text(value[conditions], known);
        const [a, b] = [this.text(value.then, known), this.text(value.otherwise, known)];
        return `(${conditionText(conditions, this.context)} ? ${a} : ${b})`;
      }
      case 'entry':
        throw new InstantiationError('a loop over the entries of a constant matrix is not unrolled: unroll it');
      case 'reduced':
        throw new Error('a reduction is left in the loop nest');
    }
  }

  private at(tensor: Tensor, offset: Index): string {
    const place = this.context.place(tensor);
    if (place.kind !== 'memory') throw new Error(`${tensor.name} is not in memory`);
    return `${place.pointer}[${this.context.text(offset)}]`;
  }
}
