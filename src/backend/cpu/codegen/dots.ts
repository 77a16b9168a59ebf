/**
 * Sums of products as dot products of vectors: a tensorized loop over neighbours along the sum, in a vectorized loop
 * over elements of the result. One operand has, for each lane, these neighbours side by side; the other has them once,
 * for all lanes.
 */
import { elementType } from '../../../elements/registry.js';
import type { ElementType } from '../../../elements/element-type.js';
import { int8 } from '../../../elements/int8.js';
import { uint8 } from '../../../elements/uint8.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride } from '../../../ir/index-facts.js';
import type { For } from '../../../ir/nest.js';
import type { LoadValue, Value } from '../../../ir/tensor.js';
import { GROUP } from '../../../target/vector-unit.js';
import type { Context, VectorLoop } from '../../../codegen/context.js';
import type { Bases } from './bases.js';
import type { ValueText } from './value.js';
import type { VectorHelpers } from './vector.js';

export class Dots {
  constructor(
    private readonly context: Context,
    private readonly vectors: VectorHelpers,
    private readonly bases: Bases,
    private readonly values: ValueText,
  ) {}

  /**
   * The statement of a tensorized loop in a vectorized one. Throws InstantiationError for any but a sum of products in
   * registers whose operands lie as an instruction wants them.
   */
  text({ loop: step, from, to, body }: For, lanes: VectorLoop): string {
    const { context } = this;
    const [first, end] = [context.resolve(from), context.resolve(to)];
    const factors = body.kind === 'store' && body.update === 'add' ? factorsOf(body.value) : undefined;
    if (body.kind !== 'store' || !factors || !ix.isConstant(first) || !ix.isConstant(end))
      throw new InstantiationError(
        `${step.name} is tensorized but does not sum products inside a vectorized loop: vectorize the loop around it`,
      );
    const sum = elementType(body.tensor.dtype);
    const types = operandTypes(factors, sum, (of) => this.vectors.can('dot', of, lanes.width * GROUP));
    if (!types)
      throw new InstantiationError(
        `the CPU has no dot product instruction for the types of ${body.tensor.name}: leave tensorize out`,
      );
    if (first.constant !== 0 || types.some(({ bytes }) => bytes * end.constant !== GROUP))
      throw new InstantiationError(
        `${step.name} is tensorized but does not span ${GROUP} bytes of each operand: split it by ${GROUP}`,
      );
    const place = context.place(body.tensor);
    const at = context.offset(body.tensor, body.indices);
    const start = ix.substitute(at, (v) => (v === lanes.v ? ix.zero : undefined));
    const register =
      place.kind === 'registers' && stride(at, lanes.v) === 1 ? this.values.register(place, start, lanes) : undefined;
    if (register === undefined)
      throw new InstantiationError(`${body.tensor.name} is not stored in vector registers: give it the scope register`);
    const operands = types.map((type, i) => this.operand(factors[i]!, type, step, lanes));
    const isInOrder = this.vectors.can('dot', [...types, sum], lanes.width * GROUP);
    const ordered = isInOrder ? types : types.toReversed();
    const given = isInOrder ? operands : operands.toReversed();
    return `${register} = ${this.vectors.operation('dot', [...ordered, sum], lanes.width * GROUP, [register, ...given])};`;
  }

  /** A vector of groups: those of the lanes, or one for all. */
  private operand(factor: Factor, type: ElementType, step: ix.Var, lanes: VectorLoop): string {
    if (factor.load === undefined)
      return this.vectors.constantVector(type, factor.plus, (lanes.width * GROUP) / type.bytes);
    const { tensor, indices } = factor.load;
    const place = this.context.place(tensor);
    const at = this.context.offset(tensor, indices);
    const from = elementType(tensor.dtype);
    const group = GROUP / from.bytes;
    const along = stride(at, lanes.v);
    if (place.kind !== 'memory' || stride(at, step) !== 1 || (along !== 0 && (along !== group || !place.slack)))
      throw new InstantiationError(`${tensor.name} is not packed in groups of ${group} along ${step.name}: pack it so`);
    const first = ix.substitute(at, (v) => (v === lanes.v || v === step ? ix.zero : undefined));
    const address = this.bases.address(place, from, first, 'read');
    const text =
      along === 0
        ? this.vectors.repeated(from, address, lanes.width)
        : this.vectors.load(from, address, lanes.width * group, lanes.width * group);
    return from === type ? text : this.vectors.signFlipped(text, from, type, lanes.width * group);
  }
}

/** An element of an operand, with a number added, or the number alone. */
interface Factor {
  readonly load: LoadValue | undefined;
  readonly plus: number;
}

/** What is multiplied; undefined of anything but a product of two such. */
function factorsOf(value: Value): readonly [Factor, Factor] | undefined {
  if (value.kind !== 'binary' || value.op !== 'mul') return undefined;
  const [a, b] = [factorOf(value.a), factorOf(value.b)];
  return a && b && [a, b];
}

function factorOf(value: Value): Factor | undefined {
  if (value.kind === 'load') return { load: value, plus: 0 };
  if (value.kind === 'constant') return { load: undefined, plus: value.value };
  if (value.kind !== 'binary' || value.op !== 'add') return undefined;
  const [a, b] = [factorOf(value.a), factorOf(value.b)];
  if (!a || !b || (a.load && b.load)) return undefined;
  return { load: a.load ?? b.load, plus: a.plus + b.plus };
}

/**
 * The types in which factors are operands of an instruction that `can` do it, in either order: an int8 and 128 is a
 * uint8, a uint8 less 128 an int8; a number alone is of any type that has it.
 */
function operandTypes(
  factors: readonly [Factor, Factor],
  sum: ElementType,
  can: (types: readonly ElementType[]) => boolean,
): readonly [ElementType, ElementType] | undefined {
  const [first, second] = factors.map(typesFor) as [readonly ElementType[], readonly ElementType[]];
  return first
    .flatMap((a) => second.map((b) => [a, b] as const))
    .find(([a, b]) => can([a, b, sum]) || can([b, a, sum]));
}

function typesFor({ load, plus }: Factor): readonly ElementType[] {
  if (!load) return [uint8, int8].filter(({ limits: [least, largest] }) => least <= plus && plus <= largest);
  if (plus === 0) return [elementType(load.tensor.dtype)];
  const [from, to] = plus < 0 ? [uint8, int8] : [int8, uint8];
  return load.tensor.dtype === from.name && Math.abs(plus) === -int8.limits[0] ? [to] : [];
}
