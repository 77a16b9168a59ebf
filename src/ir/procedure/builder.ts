/** Writes procedures. */
import type { DType } from '../tensor.js';
import type { ArrayOfElements, Procedure, Statement } from './procedure.js';
import { withoutUnread } from './unread.js';
import { lifted, Value, type ArrayName, type Kind, type Operand } from './value.js';

interface TypedShape {
  readonly type: DType;
  readonly shape: readonly number[];
}

/** An argument of a procedure, or scratch. */
export class ProcedureArray {
  readonly elements: number;

  constructor(
    readonly name: ArrayName,
    readonly shape: readonly number[],
  ) {
    this.elements = shape.reduce((product, extent) => product * extent, 1);
  }

  get kind(): Kind {
    return this.name.kind;
  }

  /** The element at a place, row-major. */
  load(at: Operand): Value {
    return new Value(this.name.kind, { of: 'element', array: this.name, at: lifted(at, 'index') });
  }

  /** The place of the element that has these indices. */
  place(indices: readonly Operand[]): Value {
    return placeIn(this.shape, indices);
  }
}

/** The place, row-major, of what has these indices in a shape. */
export function placeIn(shape: readonly number[], indices: readonly Operand[]): Value {
  return indices
    .map((index) => lifted(index, 'index'))
    .reduce((place, index, axis) => place.times(shape[axis]!).plus(index), number(0));
}

/** An index that is known. */
export function number(value: number): Value {
  return lifted(value, 'index');
}

export function real(value: number): Value {
  return lifted(value, 'real');
}

type Body = () => void;

export class ProcedureBuilder {
  readonly inputs: readonly (ProcedureArray | undefined)[];
  readonly outputs: readonly ProcedureArray[];
  readonly #scratch: ProcedureArray[] = [];
  #statements: Statement[] = [];
  #variables = 0;

  /** Inputs that are left out are undefined, and no arguments. */
  constructor(inputs: readonly (TypedShape | undefined)[], outputs: readonly TypedShape[]) {
    let given = 0;
    this.inputs = inputs.map(
      (type) => type && new ProcedureArray({ role: 'input', number: given++, kind: type.type }, type.shape),
    );
    this.outputs = outputs.map(
      ({ type, shape }, i) => new ProcedureArray({ role: 'output', number: i, kind: type }, shape),
    );
  }

  built(): Procedure {
    const arrayOf = ({ kind, elements }: ProcedureArray): ArrayOfElements => ({ kind, elements });
    return {
      inputs: this.inputs.flatMap((input) => (input ? [arrayOf(input)] : [])),
      outputs: this.outputs.map(arrayOf),
      scratch: this.#scratch.map(arrayOf),
      body: withoutUnread(this.#statements),
    };
  }

  /** An input that must be there. */
  input(index: number): ProcedureArray {
    const input = this.inputs[index];
    if (input === undefined) throw new Error(`the procedure has no input ${index}`);
    return input;
  }

  output(index = 0): ProcedureArray {
    return this.outputs[index]!;
  }

  /** Memory of its own, which holds anything at first. */
  scratch(kind: Kind, elements: number): ProcedureArray {
    const array = new ProcedureArray({ role: 'scratch', number: this.#scratch.length, kind }, [elements]);
    this.#scratch.push(array);
    return array;
  }

  /** A value, evaluated now. */
  let(value: Value): Value {
    const variable = this.#variables++;
    this.#statements.push({ do: 'let', variable, value });
    return new Value(value.kind, { of: 'variable', number: variable });
  }

  /** Of what `let` returned. */
  set(variable: Value, operand: Operand): void {
    if (variable.form.of !== 'variable') throw new Error('set: the target is not a variable');
    const value = lifted(operand, variable.kind);
    this.#statements.push({ do: 'set', variable: variable.form.number, value });
  }

  store(array: ProcedureArray, at: Operand, operand: Operand): void {
    const value = lifted(operand, array.kind);
    this.#statements.push({ do: 'store', array: array.name, at: lifted(at, 'index'), value });
  }

  /** Elements in a row; arrays of one kind. */
  copy(to: ProcedureArray, toAt: Operand, from: ProcedureArray, fromAt: Operand, count: Operand): void {
    if (to.kind !== from.kind) throw new Error(`copy: ${from.kind} cannot be copied to ${to.kind}`);
    const [start, source, length] = [toAt, fromAt, count].map((one) => lifted(one, 'index')) as [Value, Value, Value];
    this.#statements.push({
      ...{ do: 'copy', to: to.name, toAt: start, from: from.name, fromAt: source, count: length },
    });
  }

  fill(array: ProcedureArray, operand: Operand): void {
    this.loop(array.elements, (i) => {
      this.store(array, i, operand);
    });
  }

  loop(count: Operand, body: (i: Value) => void): void {
    this.range(0, count, body);
  }

  /** From one index to before another. */
  range(from: Operand, to: Operand, body: (i: Value) => void): void {
    const variable = this.#variables++;
    const i = new Value('index', { of: 'variable', number: variable });
    const statements = this.#inside(() => {
      body(i);
    });
    this.#statements.push({
      ...{ do: 'loop', variable, from: lifted(from, 'index'), to: lifted(to, 'index'), body: statements },
    });
  }

  /** All indices of a shape, the last ones fastest. */
  each(shape: readonly number[], body: (indices: readonly Value[]) => void, indices: readonly Value[] = []): void {
    const [extent, ...rest] = shape;
    if (extent === undefined) body(indices);
    else if (extent === 1) this.each(rest, body, [...indices, number(0)]);
    else
      this.loop(extent, (i) => {
        this.each(rest, body, [...indices, i]);
      });
  }

  while(condition: Value, body: Body): void {
    this.#statements.push({ do: 'while', condition, body: this.#inside(body) });
  }

  if(condition: Value, yes: Body, no?: Body): void {
    const branches = { yes: this.#inside(yes), no: no ? this.#inside(no) : [] };
    this.#statements.push({ do: 'if', condition, ...branches });
  }

  failIf(condition: Value): void {
    this.if(condition, () => {
      this.#statements.push({ do: 'fail' });
    });
  }

  /** An index that may be counted from the end, from 0 on; one that is none of `extent` fails. */
  checked(index: Value, extent: Operand): Value {
    const given = this.let(index.to('index'));
    const counted = this.let(given.below(0).choose(given.plus(extent), given));
    this.failIf(counted.below(0).or(counted.atLeast(extent)));
    return counted;
  }

  #inside(body: Body): readonly Statement[] {
    const outer = this.#statements;
    this.#statements = [];
    body();
    const inner = this.#statements;
    this.#statements = outer;
    return inner;
  }
}
