/** Values as C expressions, scalar or vector. */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride, uses } from '../../../ir/index-facts.js';
import type { Index } from '../../../ir/index.js';
import type { Context, VectorLoop } from '../../../codegen/context.js';
import type { Memory, Place, Registers } from '../../../codegen/places.js';
import type { Access, Bases } from './bases.js';
import type { Transposes } from './transpose.js';
import type { VectorHelpers } from './vector.js';
import { conditionText, folded, numberText, openConditions, operators } from '../../../codegen/scalar-text.js';
import type { CallValue, LoadValue, Value } from '../../../ir/tensor.js';
import { eachNode } from '../../../ir/value.js';

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
    private readonly precision: 'float' | 'double',
  ) {}

  /** A scalar or a vector: a value that is the same in all lanes stays scalar. */
  of(value: Value): CValue {
    return this.text(folded(value, this.context));
  }

  private text(value: Value): CValue {
    switch (value.kind) {
      case 'constant':
        return scalar(numberText(value.value));
      case 'load':
        return this.load(value);
      case 'binary':
        return this.binary(value);
      case 'call':
        return this.call(value);
      case 'select':
        return this.select(value);
      case 'entry':
        throw new InstantiationError('a loop that picks entries of a constant matrix is not unrolled');
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
    const a = this.text(value.a);
    const b = this.text(value.b);
    const vector = a.vector || b.vector;
    if (value.op !== 'min' && value.op !== 'max')
      return { text: `(${a.text} ${operators[value.op]} ${b.text})`, vector };
    if (!vector) return scalar(this.vectors.scalarExtreme(value.op, a.text, b.text, this.precision));
    const { width } = this.context.vector!;
    const wide = ({ text, vector: is }: CValue): string => (is ? text : this.vectors.broadcast(text, width));
    return { text: this.vectors.extreme(value.op, wide(a), wide(b), width), vector };
  }

  private call({ name, args }: CallValue): CValue {
    const given = args.map((arg) => this.text(arg));
    const vector = given.some((arg) => arg.vector);
    const texts = given.map((arg) => arg.text);
    if (!vector) return scalar(this.vectors.called(name, texts, this.precision));
    const { width } = this.context.vector!;
    const wide = given.map((arg) => (arg.vector ? arg.text : this.vectors.broadcast(arg.text, width)));
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

  private select(value: Extract<Value, { kind: 'select' }>): CValue {
    const loop = this.context.vector;
    const conditions = openConditions(value, this.context);
    if (typeof conditions === 'string') return this.of(value[conditions]);
    if (loop && conditions.some((c) => uses(c, (v) => v === loop.v))) return this.lanesOf(value, loop);
    const when = conditionText(conditions, this.context);
    if (!loop) return scalar(`(${when} ? ${this.of(value.then).text} : ${this.of(value.otherwise).text})`);
    const [a, b] = [this.asVector(value.then, loop), this.asVector(value.otherwise, loop)];
    return { text: `(${when} ? ${a} : ${b})`, vector: true };
  }

  private load({ tensor, indices }: LoadValue): CValue {
    const { context } = this;
    const place = context.place(tensor);
    const at = context.offset(tensor, indices);
    const loop = context.vector;
    const step = loop ? stride(at, loop.v) : 0;
    if (!loop || step === 0) return scalar(this.element(place, at));
    const first = laneOf(at, loop, 0);
    const register = place.kind === 'registers' && step === 1 ? this.register(place, first, loop) : undefined;
    if (register) return { text: register, vector: true };
    if (step !== 1 || place.kind === 'registers') {
      const text = place.kind === 'registers' ? this.column(place, at, loop) : this.picked(place, at, loop);
      return text ? { text, vector: true } : this.lanesOf({ kind: 'load', tensor, indices }, loop);
    }
    const address = this.bases.address(place, first, 'read');
    return { text: this.vectors.load(address, loop.width, place.slack ? loop.width : loop.lanes), vector: true };
  }

  /** One scalar element. */
  element(place: Place, at: Index, access: Access = 'read'): string {
    const cast = this.precision === 'double' ? '(double)' : '';
    if (place.kind === 'memory') return `${cast}${this.bases.element(place, at, access)}`;
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
  private column(place: Registers, at: Index, loop: VectorLoop): string | undefined {
    const picks = Array.from({ length: loop.lanes }, (_, lane) => constantOffset(place, laneOf(at, loop, lane)));
    const lane = picks.at(0)! % place.lanes;
    if (place.lanes !== loop.width || picks.some((p) => p % place.lanes !== lane)) return undefined;
    const names = picks.map((p) => `${place.name}_${Math.floor(p / place.lanes)}`);
    return this.transposes.column(names, lane, place.lanes);
  }

  /** Lanes that are close together in memory (strided by 2, or repeated), picked out of one or two vectors. */
  private picked(place: Memory, at: Index, loop: VectorLoop): string | undefined {
    const first = laneOf(at, loop, 0);
    const picks = Array.from({ length: loop.lanes }, (_, lane) => ix.subtract(laneOf(at, loop, lane), first));
    if (!picks.every((p) => ix.isConstant(p) && p.constant >= 0 && p.constant < 2 * loop.width)) return undefined;
    const places = Array.from({ length: loop.width }, (_, lane) => picks[lane]?.constant ?? 0);
    const count = Math.max(...places) + 1;
    const load = (from: number): string => {
      const address = this.bases.address(place, ix.add(first, ix.constant(from)), 'read');
      return this.vectors.load(address, loop.width, place.slack ? loop.width : Math.min(count - from, loop.width));
    };
    if (picks.every((p, lane) => p.constant === lane)) return load(0);
    // The second vector ends where the lanes do: part of one would go through memory.
    const second = count <= loop.width ? 0 : place.slack ? loop.width : count - loop.width;
    const lanes = places.map((lane) => (lane < loop.width ? lane : lane - second + loop.width));
    return this.vectors.shuffle(load(0), load(second), lanes);
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

function laneOf(index: Index, loop: VectorLoop, lane: number): Index {
  return ix.substitute(index, (v) => (v === loop.v ? ix.constant(lane) : undefined));
}

function scalar(text: string): CValue {
  return { text, vector: false };
}

function constantOffset(place: Registers, at: Index): number {
  if (!ix.isConstant(at)) throw new InstantiationError(`a loop over the register tile ${place.name} is not unrolled`);
  return at.constant;
}
