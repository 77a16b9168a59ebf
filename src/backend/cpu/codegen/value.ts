/** Values as C expressions, scalar or vector. */
import { elementType } from '../../../elements/registry.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import { int32 } from '../../../elements/int32.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride, uses } from '../../../ir/index-facts.js';
import type { Index } from '../../../ir/index.js';
import type { Context, VectorLoop } from '../../../codegen/context.js';
import type { Memory, Place, Registers } from '../../../codegen/places.js';
import type { Access, Bases } from './bases.js';
import type { Transposes } from './transpose.js';
import type { Precision } from './scalars.js';
import type { VectorHelpers } from './vector.js';
import { conditionText, folded, numberText, openConditions, operators } from '../../../codegen/scalar-text.js';
import { computedIn } from '../../../ir/tensor.js';
import type { CallValue, LoadValue, Value } from '../../../ir/tensor.js';
import { eachNode, isNumber } from '../../../ir/value.js';

export interface CValue {
  readonly text: string;
  readonly vector: boolean;
}

export class ValueText {
  constructor(
    private readonly context: Context,
    private readonly vectors: VectorHelpers,
    private readonly transposes: Transposes,
    private readonly bases: Bases,
    private readonly precision: Precision,
  ) {}

  /**
   * A scalar or a vector of a type: a value that is the same in all lanes stays scalar. The type is the one that the
   * value is computed in, or that of the elements which it only copies.
   */
  of(value: Value, type: ElementType): CValue {
    return this.text(folded(value, this.context), type);
  }

  private text(value: Value, type: ElementType): CValue {
    switch (value.kind) {
      case 'constant':
        return scalar(type.kind === 'floating' ? numberText(value.value) : String(value.value));
      case 'load':
        return this.load(value, type);
      case 'binary':
        return this.binary(value, type);
      case 'cast':
        return this.cast(value, type);
      case 'bits':
        return this.bits(value, type);
      case 'call':
        return this.call(value, type);
      case 'select':
        return this.select(value, type);
      case 'entry':
        throw new InstantiationError('a loop over the entries of a constant matrix is not unrolled: unroll it');
      case 'reduced':
        throw new Error('a reduction is left in the loop nest');
    }
  }

  /** As a vector of the loop's width, whatever it is. */
  asVector(value: Value, type: ElementType, loop: VectorLoop): string {
    const { text, vector } = this.of(value, type);
    return vector ? text : this.vectors.broadcast(type, text, loop.width);
  }

  private binary(value: Extract<Value, { kind: 'binary' }>, type: ElementType): CValue {
    const a = this.text(value.a, type);
    const b = this.text(value.b, type);
    const vector = a.vector || b.vector;
    if (value.op !== 'min' && value.op !== 'max')
      return { text: `(${a.text} ${operators[value.op]} ${b.text})`, vector };
    if (!vector) return scalar(this.vectors.scalarExtreme(value.op, a.text, b.text, type, this.precision));
    const { width } = this.context.vector!;
    const wide = ({ text, vector: is }: CValue): string => (is ? text : this.vectors.broadcast(type, text, width));
    return { text: this.vectors.extreme(value.op, type, wide(a), wide(b), width), vector };
  }

  private cast({ to, value }: Extract<Value, { kind: 'cast' }>, type: ElementType): CValue {
    if (this.precision === 'double') return scalar(this.vectors.castDouble(this.text(value, float32).text, to));
    if (to !== type.name) throw new Error(`a value is ${to} where ${type.name} is asked for`);
    const from = type === int32 ? float32 : int32;
    const { text, vector } = this.text(value, from);
    if (vector && type === int32 && isBelowInt32(value))
      return { text: this.vectors.wholeBelow(text, this.context.vector!.width), vector };
    return { text: this.vectors.converted(text, from, type, this.widthOf(vector), this.precision), vector };
  }

  private bits({ value, from, count }: Extract<Value, { kind: 'bits' }>, type: ElementType): CValue {
    const first = this.context.resolve(from);
    // Above the last bits of an unsigned element are zeros.
    const isLast = value.kind === 'load' && ix.range(first).min + count >= bitsOf(elementType(value.tensor.dtype));
    const field = (word: string): string => {
      const shifted = `(${word} >> ${this.context.text(first)})`;
      return isLast ? shifted : `(${shifted} & ${2 ** count - 1})`;
    };
    if (this.precision === 'double') return scalar(`(double)${field(`(int)${this.text(value, float32).text}`)}`);
    if (type !== int32) throw new Error(`bits are ${int32.name} where ${type.name} is asked for`);
    const { text, vector } = this.text(value, int32);
    return { text: field(text), vector };
  }

  private call({ name, args }: CallValue, type: ElementType): CValue {
    if (type !== float32) throw new Error(`${name} is a function of ${float32.name}, not of ${type.name}`);
    const given = args.map((arg) => this.text(arg, float32));
    const vector = given.some((arg) => arg.vector);
    const texts = given.map((arg) => arg.text);
    if (!vector) return scalar(this.vectors.called(name, texts, this.precision));
    const { width } = this.context.vector!;
    const wide = given.map((arg) => (arg.vector ? arg.text : this.vectors.broadcast(float32, arg.text, width)));
    const isOfSums = args.some((arg) => this.readsRegisters(arg));
    const text = isOfSums ? this.vectors.calledApart(name, wide, width) : this.vectors.called(name, wide, width);
    return { text, vector };
  }

  private readsRegisters(value: Value): boolean {
    let reads = false;
    eachNode(value, (node) => {
      if (node.kind === 'load' && this.context.place(node.tensor).kind === 'registers') reads = true;
    });
    return reads;
  }

  private select(value: Extract<Value, { kind: 'select' }>, type: ElementType): CValue {
    const loop = this.context.vector;
    const conditions = openConditions(value, this.context);
    if (typeof conditions === 'string') return this.of(value[conditions], type);
    if (loop && conditions.some((c) => uses(c, (v) => v === loop.v))) {
      const first = isNumber(value.otherwise, 0) ? firstLanes(conditions, loop) : undefined;
      return first === undefined ? this.lanesOf(value, type, loop) : this.beforeZeros(value.then, first, type, loop);
    }
    const when = conditionText(conditions, this.context);
    if (!loop) return scalar(`(${when} ? ${this.of(value.then, type).text} : ${this.of(value.otherwise, type).text})`);
    const [a, b] = [this.asVector(value.then, type, loop), this.asVector(value.otherwise, type, loop)];
    return { text: `(${when} ? ${a} : ${b})`, vector: true };
  }

  /** A value in the first lanes, whatever it would be behind them: zeros are there. */
  private beforeZeros(value: Value, count: number, type: ElementType, loop: VectorLoop): CValue {
    const { width } = loop;
    this.context.vector = { ...loop, lanes: count };
    const text = this.asVector(value, type, loop);
    this.context.vector = loop;
    const picks = Array.from({ length: width }, (_, lane) => (lane < count ? lane : width));
    return { text: this.vectors.shuffle(type, text, this.vectors.broadcast(type, '0', width), picks), vector: true };
  }

  private load(value: LoadValue, type: ElementType): CValue {
    const from = elementType(value.tensor.dtype);
    if (type !== from && computedIn(from.name) !== type.name)
      throw new Error(`${value.tensor.name} is ${from.name} where ${type.name} is asked for`);
    const { text, vector } = this.loaded(value, from);
    const isMemory = this.context.place(value.tensor).kind === 'memory';
    if (type === from && !(isMemory && this.precision === 'double')) return { text, vector };
    return { text: this.vectors.converted(text, from, type, this.widthOf(vector), this.precision), vector };
  }

  /** Elements as they lie there. */
  private loaded(value: LoadValue, type: ElementType): CValue {
    const { tensor, indices } = value;
    const { context } = this;
    const place = context.place(tensor);
    const at = context.offset(tensor, indices);
    const loop = context.vector;
    const step = loop ? stride(at, loop.v) : 0;
    if (!loop || step === 0) return scalar(this.element(place, type, at));
    const first = laneOf(at, loop, 0);
    const register = place.kind === 'registers' && step === 1 ? this.register(place, first, loop) : undefined;
    if (register) return { text: register, vector: true };
    if (step !== 1 || place.kind === 'registers') {
      const text = place.kind === 'registers' ? this.column(place, type, at, loop) : this.picked(place, type, at, loop);
      return text ? { text, vector: true } : this.lanesOf(value, type, loop);
    }
    const address = this.bases.address(place, type, first, 'read');
    const lanes = place.slack ? loop.width : loop.lanes;
    return { text: this.vectors.load(type, address, loop.width, lanes), vector: true };
  }

  /** One scalar element, as it lies there. */
  element(place: Place, type: ElementType, at: Index, access: Access = 'read'): string {
    if (place.kind === 'memory') return this.bases.element(place, type, at, access);
    const flat = constantOffset(place, at);
    const name = `${place.name}_${Math.floor(flat / place.lanes)}`;
    return place.lanes === 1 ? name : `${name}[${flat % place.lanes}]`;
  }

  /** The register that holds just the vector's lanes, if one does. */
  register(place: Registers, first: Index, loop: VectorLoop): string | undefined {
    const flat = constantOffset(place, first);
    return place.lanes === loop.width && flat % place.lanes === 0 ? `${place.name}_${flat / place.lanes}` : undefined;
  }

  /** The same lane of several registers as one vector, if that is what the access is. */
  private column(place: Registers, type: ElementType, at: Index, loop: VectorLoop): string | undefined {
    const picks = Array.from({ length: loop.lanes }, (_, lane) => constantOffset(place, laneOf(at, loop, lane)));
    const lane = picks.at(0)! % place.lanes;
    if (place.lanes !== loop.width || picks.some((p) => p % place.lanes !== lane)) return undefined;
    const names = picks.map((p) => `${place.name}_${Math.floor(p / place.lanes)}`);
    return this.transposes.column(names, type, lane, place.lanes);
  }

  /** Lanes that are close together in memory (strided by 2, or repeated), picked out of one or two vectors. */
  private picked(place: Memory, type: ElementType, at: Index, loop: VectorLoop): string | undefined {
    const first = laneOf(at, loop, 0);
    const picks = Array.from({ length: loop.lanes }, (_, lane) => ix.subtract(laneOf(at, loop, lane), first));
    if (!picks.every((p) => ix.isConstant(p) && p.constant >= 0 && p.constant < 2 * loop.width)) return undefined;
    const places = Array.from({ length: loop.width }, (_, lane) => picks[lane]?.constant ?? 0);
    const count = Math.max(...places) + 1;
    const load = (from: number): string => {
      const address = this.bases.address(place, type, ix.add(first, ix.constant(from)), 'read');
      const lanes = place.slack ? loop.width : Math.min(count - from, loop.width);
      return this.vectors.load(type, address, loop.width, lanes);
    };
    if (picks.every((p, lane) => p.constant === lane)) return load(0);
    // The second vector ends where the lanes do: part of one would go through memory.
    const second = count <= loop.width ? 0 : place.slack ? loop.width : count - loop.width;
    const lanes = places.map((lane) => (lane < loop.width ? lane : lane - second + loop.width));
    return this.vectors.shuffle(type, load(0), load(second), lanes);
  }

  /** A vector put together lane by lane: strided loads, conditions that differ by lane. */
  private lanesOf(value: Value, type: ElementType, loop: VectorLoop): CValue {
    const { context } = this;
    const lanes: string[] = [];
    context.vector = undefined;
    for (let lane = 0; lane < loop.lanes; lane++)
      lanes.push(context.withValue(loop.v, lane, () => this.of(value, type).text));
    context.vector = loop;
    return { text: `((${this.vectors.type(type, loop.width)}){${lanes.join(', ')}})`, vector: true };
  }

  private widthOf(vector: boolean): number | undefined {
    return vector ? this.context.vector!.width : undefined;
  }
}

function laneOf(index: Index, loop: VectorLoop, lane: number): Index {
  return ix.substitute(index, (v) => (v === loop.v ? ix.constant(lane) : undefined));
}

/** In how many lanes, from the first on, conditions hold; undefined where they are of another form. */
function firstLanes(conditions: readonly Index[], { v, lanes }: VectorLoop): number | undefined {
  const ends = conditions.map((c) => {
    const base = ix.substitute(c, (one) => (one === v ? ix.zero : undefined));
    return stride(c, v) === -1 && ix.isConstant(base) ? base.constant + 1 : undefined;
  });
  return ends.every((end) => end !== undefined) ? Math.min(lanes, ...ends) : undefined;
}

/** Whether floats are cut off at a number that int32 has, which spares their conversion the same. */
function isBelowInt32(value: Value): boolean {
  if (value.kind !== 'binary' || value.op !== 'min') return false;
  return [value.a, value.b].some((side) => side.kind === 'constant' && Math.fround(side.value) <= int32.limits[1]);
}

function scalar(text: string): CValue {
  return { text, vector: false };
}

function constantOffset(place: Registers, at: Index): number {
  if (!ix.isConstant(at))
    throw new InstantiationError(`a loop over the register tile ${place.name} is not unrolled: unroll it`);
  return at.constant;
}

/** Of an unsigned element; none of others. */
function bitsOf({ limits: [least, largest] }: ElementType): number {
  return least < 0 ? Infinity : Math.log2(largest + 1);
}
