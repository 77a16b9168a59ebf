import { describe, expect, test } from '@jest/globals';
import { evaluate } from '../../src/ir/index-facts.js';
import type { Index, Var } from '../../src/ir/index.js';
import { leastTraffic } from '../../src/ir/least-traffic.js';
import { elementBytes, type Compute, type Tensor, type Value } from '../../src/ir/tensor.js';
import { bytesOf, computationOf } from '../../src/operator/operator.js';
import { findOperator, operators } from '../../src/operator/registry.js';

/** Elements of float32 that a call reads and writes at least. */
function elementsOf(operator: string, shape: Readonly<Record<string, string>>): readonly [number, number] {
  const found = findOperator(operator);
  const { read, written } = leastTraffic(computationOf(found, found.workload(undefined, shape)));
  return [read / 4, written / 4];
}

/** The elements of inputs that a computation reads, found by reading all: "name place". */
class Reader {
  readonly read = new Set<string>();
  private readonly done = new Set<string>();

  tensor(tensor: Tensor, place: readonly number[]): void {
    const element = `${tensor.name} ${place.join()}`;
    if (!tensor.compute) this.read.add(element);
    else if (!this.done.has(element)) this.compute(tensor.compute, place);
    this.done.add(element);
  }

  private compute({ axes, reduction, value }: Compute, place: readonly number[]): void {
    const at = new Map(axes.map((axis, d) => [axis, place[d]!]));
    const sum = (rest: readonly { readonly axis: Var; readonly extent: Index }[]): void => {
      const [first, ...others] = rest;
      if (!first) {
        this.value(reduction!.source, at, () => undefined);
        return;
      }
      const extent = evaluate(first.extent, (v) => at.get(v)!);
      for (let i = 0; i < extent; i++) {
        at.set(first.axis, i);
        sum(others);
      }
    };
    this.value(value, at, () => {
      sum(reduction!.axes);
    });
  }

  private value(value: Value, at: ReadonlyMap<Var, number>, reduced: () => void): void {
    const of = (index: Index): number => evaluate(index, (v) => at.get(v)!);
    if (value.kind === 'load') this.tensor(value.tensor, value.indices.map(of));
    else if (value.kind === 'reduced') reduced();
    else if (value.kind === 'binary') for (const one of [value.a, value.b]) this.value(one, at, reduced);
    else if (value.kind === 'cast' || value.kind === 'bits') this.value(value.value, at, reduced);
    else if (value.kind === 'call') for (const one of value.args) this.value(one, at, reduced);
    else if (value.kind === 'select')
      this.value(value.when.every((one) => of(one) >= 0) ? value.then : value.otherwise, at, reduced);
  }
}

function places(shape: readonly number[]): readonly (readonly number[])[] {
  return shape.reduce<readonly (readonly number[])[]>(
    (all, extent) => all.flatMap((place) => Array.from({ length: extent }, (_, i) => [...place, i])),
    [[]],
  );
}

describe('the bytes that a call moves at least', () => {
  const image = { inChannels: '2', outChannels: '3', height: '9', width: '8' };

  test.each([
    ['matmul', { m: '5', n: '6', k: '7' }, [5 * 7 + 7 * 6, 5 * 6]],
    ['conv2d', { ...image, kernel: '3', pad: '1' }, [2 * 9 * 8 + 3 * 2 * 9, 3 * 9 * 8]],
    // Every second row and column is read, of which the last column is none.
    ['conv2d', { ...image, kernel: '1', stride: '2', pad: '0' }, [2 * 5 * 4 + 3 * 2, 3 * 5 * 4]],
    // No window reaches the last row.
    ['pool', { outer: '2', height: '9', width: '8', kernel: '2', stride: '2', pad: '0' }, [2 * 8 * 8, 2 * 4 * 4]],
    ['pool', { outer: '1', height: '9', width: '9', kernel: '3', stride: '2', pad: '1' }, [9 * 9, 5 * 5]],
    ['elementwise', { inputs: '4x8,8', expression: 'a+b' }, [4 * 8 + 8, 4 * 8]],
    ['softmax', { outer: '3', n: '10' }, [30, 30]],
  ])('%s %j', (operator, shape, elements) => {
    expect(elementsOf(operator, shape)).toEqual(elements);
  });

  test('are no more than all operands have, and that for most named workloads', () => {
    const shares = operators.flatMap((operator) =>
      Object.keys(operator.workloads).map((name) => {
        const workload = operator.workload(name, {});
        const { read, written } = leastTraffic(computationOf(operator, workload));
        return (read + written) / bytesOf(operator, workload);
      }),
    );
    expect(Math.max(...shares)).toBe(1);
    expect(shares.filter((share) => share > 0.95).length / shares.length).toBeGreaterThan(0.75);
  });

  test('are no more than what awkward shapes are found to read', () => {
    let checked = 0;
    for (const operator of operators) {
      for (const shape of operator.awkward ?? []) {
        const workload = typeof shape === 'string' ? operator.workload(shape, {}) : operator.workload(undefined, shape);
        const computation = computationOf(operator, workload);
        if (operator.flops(workload) > 20_000) continue;
        const reader = new Reader();
        for (const place of places(computation.output.shape)) reader.tensor(computation.output, place);
        const bytes = [...reader.read].reduce((sum, element) => {
          const input = computation.inputs.find(({ name }) => element.startsWith(`${name} `))!;
          return sum + elementBytes(input.dtype);
        }, 0);
        const { read } = leastTraffic(computation);
        expect([workload, read <= bytes]).toEqual([workload, true]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(20);
  });
});
