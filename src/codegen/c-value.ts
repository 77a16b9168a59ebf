/** Values as C expressions, scalar or vector. */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { LoadValue, Value } from '../ir/value.js';
import type { Context, VectorLoop } from './c-context.js';
import type { Place, Registers } from './c-storage.js';
import type { VectorHelpers } from './c-vector.js';

export interface CValue {
  readonly text: string;
  readonly vector: boolean;
}

const operators = { add: '+', sub: '-', mul: '*', div: '/' } as const;

export class ValueText {
  constructor(
    private readonly context: Context,
    private readonly vectors: VectorHelpers,
    private readonly precision: 'float' | 'double',
  ) {}

  /** A scalar or a vector: a value that is the same in all lanes stays scalar. */
  of(value: Value): CValue {
    switch (value.kind) {
      case 'constant':
        return scalar(numberText(value.value));
      case 'load':
        return this.load(value);
      case 'binary':
        return this.binary(value);
      case 'select':
        return this.select(value);
      case 'reduced':
        throw new Error('a reduction was not lowered');
    }
  }

  /** As a vector of the loop's width, whatever it is. */
  asVector(value: Value, loop: VectorLoop): string {
    const { text, vector } = this.of(value);
    return vector ? text : this.vectors.broadcast(text, loop.width);
  }

  private binary(value: Extract<Value, { kind: 'binary' }>): CValue {
    const a = this.of(value.a);
    const b = this.of(value.b);
    const vector = a.vector || b.vector;
    if (value.op !== 'min' && value.op !== 'max')
      return { text: `(${a.text} ${operators[value.op]} ${b.text})`, vector };
    if (!vector) return scalar(`(${a.text} ${value.op === 'max' ? '>' : '<'} ${b.text} ? ${a.text} : ${b.text})`);
    const { width } = this.context.vector!;
    const wide = ({ text, vector: is }: CValue): string => (is ? text : this.vectors.broadcast(text, width));
    return { text: this.vectors.extreme(value.op, wide(a), wide(b), width), vector };
  }

  private select(value: Extract<Value, { kind: 'select' }>): CValue {
    const loop = this.context.vector;
    const conditions = value.when.map((c) => this.context.resolve(c)).filter((c) => ix.range(c).min < 0);
    if (conditions.some((c) => ix.range(c).max < 0)) return this.of(value.otherwise);
    if (conditions.length === 0) return this.of(value.then);
    if (loop && conditions.some((c) => ix.uses(c, (v) => v === loop.v))) return this.lanesOf(value, loop);
    const when = conditions.map((c) => `${this.context.text(c)} >= 0`).join(' && ');
    if (!loop) return scalar(`(${when} ? ${this.of(value.then).text} : ${this.of(value.otherwise).text})`);
    const [a, b] = [this.asVector(value.then, loop), this.asVector(value.otherwise, loop)];
    return { text: `(${when} ? ${a} : ${b})`, vector: true };
  }

  private load({ tensor, indices }: LoadValue): CValue {
    const { context } = this;
    const place = context.place(tensor);
    const at = context.offset(tensor, indices);
    const loop = context.vector;
    const step = loop ? ix.stride(at, loop.v) : 0;
    if (!loop || step === 0) return scalar(this.element(place, at));
    if (step !== 1) return this.lanesOf({ kind: 'load', tensor, indices }, loop);
    const first = ix.substitute(at, (v) => (v === loop.v ? ix.zero : undefined));
    if (place.kind === 'registers') return { text: this.register(place, first, loop), vector: true };
    const address = `${place.pointer} + ${context.text(first)}`;
    return { text: this.vectors.load(address, loop.width, place.slack ? loop.width : loop.lanes), vector: true };
  }

  /** One scalar element. */
  element(place: Place, at: Index): string {
    const cast = this.precision === 'double' ? '(double)' : '';
    if (place.kind === 'memory') return `${cast}${place.pointer}[${this.context.text(at)}]`;
    const flat = constantOffset(place, at);
    const name = `${place.name}_${Math.floor(flat / place.lanes)}`;
    return place.lanes === 1 ? name : `${name}[${flat % place.lanes}]`;
  }

  /** The register that holds a vector's lanes. */
  register(place: Registers, first: Index, loop: VectorLoop): string {
    const flat = constantOffset(place, first);
    if (place.lanes !== loop.width || flat % place.lanes !== 0)
      throw new InstantiationError(`the register tile of ${place.name} is cut across its vectors`);
    return `${place.name}_${flat / place.lanes}`;
  }

  /** A vector put together lane by lane: strided loads, conditions that differ by lane. */
  private lanesOf(value: Value, loop: VectorLoop): CValue {
    const { context } = this;
    const lanes: string[] = [];
    context.vector = undefined;
    for (let lane = 0; lane < loop.lanes; lane++)
      lanes.push(context.withValue(loop.v, lane, () => this.of(value).text));
    context.vector = loop;
    return { text: `((${this.vectors.type(loop.width)}){${lanes.join(', ')}})`, vector: true };
  }
}

function scalar(text: string): CValue {
  return { text, vector: false };
}

function constantOffset(place: Registers, at: Index): number {
  if (!ix.isConstant(at)) throw new InstantiationError(`a loop over the register tile ${place.name} is not unrolled`);
  return at.constant;
}

function numberText(value: number): string {
  if (value === Infinity) return '__builtin_inff()';
  if (value === -Infinity) return '-__builtin_inff()';
  return Number.isInteger(value) ? `${value}.0f` : `${Math.fround(value)}f`;
}
