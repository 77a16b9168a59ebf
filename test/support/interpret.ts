/** Runs a loop nest on plain arrays, every access checked against its bounds: what the IR means, without a compiler. */
import { int32 } from '../../src/elements/int32.js';
import { roundHalfEven } from '../../src/elements/rounding.js';
import { evaluate } from '../../src/ir/index-facts.js';
import type { Index, Var } from '../../src/ir/index.js';
import { valueOf } from '../../src/ir/functions.js';
import type { Nest, Stmt } from '../../src/ir/nest.js';
import type { Tensor, Value } from '../../src/ir/tensor.js';

interface Memory {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

export function size(shape: readonly number[]): number {
  return shape.reduce((n, extent) => n * extent, 1);
}

/** Called for each prefetch, with the values of its indices and how many elements it lies behind them. */
export type OnPrefetch = (tensor: Tensor, indices: readonly number[], behind: number) => void;

/**
 * Output of the nest for the given inputs. Reading an element that was never written is an error, as is any index out
 * of bounds.
 */
export function interpret(nest: Nest, inputs: readonly Float64Array[], onPrefetch?: OnPrefetch): Float64Array {
  const memory = new Map<Tensor, Memory>();
  nest.inputs.forEach((t, i) => memory.set(t, { shape: t.shape, data: inputs.at(i)! }));
  const result = fresh(nest.unpack?.packed.shape ?? nest.output.shape);
  memory.set(nest.output, result);
  for (const pack of nest.packs) {
    memory.set(pack.packed.tensor, fresh(pack.packed.shape));
    run(pack.body, memory, new Map());
  }
  run(nest.body, memory, new Map(), onPrefetch);
  if (!nest.unpack) return result.data;
  const { packed, output, body } = nest.unpack;
  const unpacked = fresh(output.shape);
  memory.set(packed.tensor, result).set(output, unpacked);
  run(body, memory, new Map());
  return unpacked.data;
}

function fresh(shape: readonly number[]): Memory {
  return { shape, data: new Float64Array(size(shape)).fill(NaN) };
}

function run(stmt: Stmt, memory: Map<Tensor, Memory>, at: Map<Var, number>, onPrefetch?: OnPrefetch): void {
  const value = (index: Index): number => evaluate(index, (v) => at.get(v)!);
  switch (stmt.kind) {
    case 'block':
      for (const s of stmt.body) run(s, memory, at, onPrefetch);
      break;
    case 'if':
      run(value(stmt.when) >= 0 ? stmt.then : stmt.otherwise, memory, at, onPrefetch);
      break;
    case 'prefetch':
      onPrefetch?.(stmt.tensor, stmt.indices.map(value), stmt.behind ? value(stmt.behind) : 0);
      break;
    case 'commit':
    case 'wait':
      break;
    case 'alloc':
      memory.set(stmt.storage.tensor, fresh(stmt.storage.shape));
      run(stmt.body, memory, at, onPrefetch);
      break;
    case 'for':
      for (let i = value(stmt.from); i < value(stmt.to); i++) run(stmt.body, memory, at.set(stmt.loop, i), onPrefetch);
      break;
    case 'store': {
      const { data, position } = locate(memory, stmt.tensor, stmt.indices.map(value));
      const element = compute(stmt.value, memory, value);
      if (stmt.update === undefined) data[position] = element;
      else data[position] = updates[stmt.update](data.at(position)!, element);
    }
  }
}

const updates = {
  add: (a: number, b: number) => a + b,
  mul: (a: number, b: number) => a * b,
  max: Math.max,
  min: Math.min,
};

function compute(value: Value, memory: Map<Tensor, Memory>, index: (i: Index) => number): number {
  switch (value.kind) {
    case 'constant':
      return value.value;
    case 'load': {
      const { data, position } = locate(memory, value.tensor, value.indices.map(index));
      const element = data.at(position);
      if (element === undefined || Number.isNaN(element))
        throw new Error(`${value.tensor.name} is read before it is written`);
      return element;
    }
    case 'select':
      return compute(value.when.every((c) => index(c) >= 0) ? value.then : value.otherwise, memory, index);
    case 'entry':
      return elementOf(value.matrix, index(value.row), index(value.column));
    case 'reduced':
      throw new Error('a reduction is left in the loop nest');
    case 'cast': {
      const of = compute(value.value, memory, index);
      return value.to === 'int32' ? wholeOf(of) : Math.fround(of);
    }
    case 'bits':
      return (compute(value.value, memory, index) >> index(value.from)) & (2 ** value.count - 1);
    case 'call':
      return valueOf(
        value.name,
        value.args.map((arg) => compute(arg, memory, index)),
      );
    case 'binary': {
      const [a, b] = [compute(value.a, memory, index), compute(value.b, memory, index)];
      const results = { add: a + b, sub: a - b, mul: a * b, div: a / b, min: a < b ? a : b, max: a > b ? a : b };
      return results[value.op];
    }
  }
}

/** What int32 does not reach saturates, and no number is the least. */
function wholeOf(value: number): number {
  const [least, largest] = int32.limits;
  return value > least ? Math.min(roundHalfEven(value), largest) : least;
}

/** Throws outside of the matrix. */
function elementOf(matrix: readonly (readonly number[])[], row: number, column: number): number {
  const element = row >= 0 && column >= 0 ? matrix.at(row)?.at(column) : undefined;
  if (element === undefined) throw new Error(`a matrix has no row ${row} and column ${column}`);
  return element;
}

function locate(
  memory: Map<Tensor, Memory>,
  tensor: Tensor,
  indices: readonly number[],
): { data: Float64Array; position: number } {
  const found = memory.get(tensor);
  if (!found) throw new Error(`${tensor.name} is used where it is not stored`);
  let position = 0;
  indices.forEach((index, d) => {
    const extent = found.shape.at(d)!;
    if (!(index >= 0 && index < extent))
      throw new Error(`${tensor.name}: index ${index} of dimension ${d} is outside [0, ${extent})`);
    position = position * extent + index;
  });
  return { data: found.data, position };
}
