import { expect, test } from '@jest/globals';
import type { Graph } from '../../../src/network/graph/graph.js';
import { findOperator } from '../../../src/operator/registry.js';
import { chooseKernels, type KernelChoice, type KernelOption } from '../../../src/network/program/choose.js';
import type { KernelForm, ProgramLayer, LayerPair } from '../../../src/network/program/layer.js';
import type { Layout } from '../../../src/network/program/layout.js';

const image = { type: 'float32' as const, shape: [1, 8, 4, 4] };
const values = ['x', 'a', 'b', 'c'];
const graph: Graph = {
  ...{ name: 'net', nodes: [], inputs: ['x'], outputs: ['c'], constants: new Map() },
  values: new Map(values.map((value) => [value, image])),
};
const workload = findOperator('conv2d').workload(undefined, {});

function layer(name: string, reads: string, writes: string): ProgramLayer {
  const form: KernelForm = { kind: 'kernel', workload, inputs: [{ value: reads }], layouts: undefined };
  return { name, nodes: [name], reads: [reads], writes, alsoWrites: [], onlyIf: [], forms: [form] };
}

const layers = [layer('A', 'x', 'a'), layer('B', 'a', 'b'), layer('C', 'b', 'c')] as const;
const [a, b, c] = layers;
const pairs: LayerPair[] = [
  { first: a, second: b, fused: layer('A+B', 'x', 'b') },
  { first: b, second: c, fused: layer('B+C', 'a', 'c') },
];

/** Seconds of kernels in two layouts, where they have one: NCHW and NHWC; a conversion takes one. */
function chosen(seconds: Readonly<Record<string, readonly (number | undefined)[]>>): KernelChoice<string> {
  const layouts: readonly Layout[] = ['NCHW', 'NHWC'];
  const optionsOf = ({ name, forms }: ProgramLayer): KernelOption<string>[] =>
    layouts.flatMap((layout, i) => {
      const time = seconds[name]?.[i];
      const how = { form: forms[0] as KernelForm, kernel: `${name} ${layout}` };
      return time === undefined ? [] : [{ inputs: [layout], output: layout, seconds: time, how }];
    });
  return chooseKernels(graph, { layers, pairs }, layouts, { optionsOf, conversion: () => 1 });
}

const kernelsOf = ({ layers: some, options }: KernelChoice<string>): string[] =>
  some.map((one) => (options.get(one)!.how as { kernel: string }).kernel);

const alone = { A: [3, 3], B: [3, 3], C: [3, 3] } as const;

test('a pair is one kernel where that is faster than both', () => {
  const fused = chosen({ ...alone, 'A+B': [5] });
  expect(kernelsOf(fused)).toEqual(['A+B NCHW', 'C NCHW']);
  expect([fused.seconds, [...fused.layouts.keys()].sort()]).toEqual([8, ['b', 'c', 'x']]);
  expect(kernelsOf(chosen({ ...alone, 'A+B': [7] }))).toEqual(['A NCHW', 'B NCHW', 'C NCHW']);
});

test('a layer is in one pair at most: in the one that saves most', () => {
  expect(kernelsOf(chosen({ ...alone, 'A+B': [5], 'B+C': [4] }))).toEqual(['A NCHW', 'B+C NCHW']);
});

test('conversions count on both sides', () => {
  // Alone, all are in one layout; fused, the caller's image and the answer are converted.
  expect(chosen({ ...alone, 'A+B': [undefined, 5] }).seconds).toBe(9);
  expect(kernelsOf(chosen({ A: [3], B: [undefined, 3], C: [3], 'A+B': [7] }))).toEqual(['A+B NCHW', 'C NCHW']);
});

test('what has no kernel alone may have one in a pair', () => {
  expect(kernelsOf(chosen({ ...alone, B: [], 'B+C': [9] }))).toEqual(['A NCHW', 'B+C NCHW']);
});
