/** Models whose values are rows, as many as a vector has elements above 0. */
import { expect } from '@jest/globals';
import { interpret } from '../../src/network/graph/evaluate.js';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../src/network/onnx/model.js';
import { floats, integers, modelOf, type Written } from './graph-models.js';

export const constants = {
  zero: integers([0]),
  one: integers([1]),
  two: integers([2]),
  four: integers([4]),
  back: integers([-2]),
  most: integers([2 ** 53]),
  flat: integers([-1]),
  pair: integers([0, 1], [1, 2]),
  eight_rows: integers([8, -1]),
  four_rows: integers([4, -1]),
  of_eight: integers([1, 8]),
  tens: floats([2, 1], [10, 20]),
  all_rows: integers([-1, 1]),
  five: floats([], [5]),
  two_and_a_half: floats([], [2.5]),
  none: integers([0], []),
  single: integers([1], []),
};

/** Where x, 2x4, is above 0, as tuples, and nodes behind these. */
export function found(...behind: readonly Written[]): OnnxModel {
  const nodes: Written[] = [
    ['Relu', ['x'], ['positive']],
    ['NonZero', ['positive'], ['places']],
    ['Transpose', ['places'], ['tuples']],
    ...behind,
  ];
  return modelOf({ inputs: { x: [2, 4] }, constants, nodes, outputs: [behind.at(-1)![2][0]!] });
}

export const x = Float64Array.of(3, -1, 0, 2, -5, 7, 1, 0);

/** What is there of an output of so many numbers a row, behind which there are zeros. */
export function rowsOf(model: OnnxModel, each: number): readonly number[] {
  const [all, count] = [...interpret(simplify(toGraph(model)), new Map([['x', x]])).values()];
  const there = count![0]! * each;
  expect([...all!.subarray(there)]).toEqual(new Array(all!.length - there).fill(0));
  return [...all!.subarray(0, there)];
}
