import { expect, test } from '@jest/globals';
import { parseTarget } from '../../../../src/backend/registry.js';
import { exportC } from '../../../../src/backend/cpu/codegen/exported.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import type { Graph } from '../../../../src/network/graph/graph.js';
import { interpret } from '../../../../src/network/graph/evaluate.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../../src/network/program/lowering.js';
import { suggestedConfigs } from '../../../../src/transfer/expected-kernels.js';
import { nestOf } from '../../../../src/templates/nest.js';
import { elementwiseMap } from '../../../../src/templates/elementwise-map.js';
import { makeTask } from '../../../../src/templates/task.js';
import { floats, integers, modelOf, opsOf, type WrittenModel } from '../../../support/graph-models.js';

/** The graph that kernels compute, which computes what the model does. */
function checked(model: WrittenModel): Graph {
  const graph = toGraph(modelOf(model));
  const legal = legalise(simplify(graph));
  const inputs = new Map(
    graph.inputs.map((name, i) => {
      const size = graph.values.get(name)!.shape.reduce((product, extent) => product * extent, 1);
      return [name, Float32Array.from({ length: size }, (_, at) => Math.sin(at + 7 * i))] as const;
    }),
  );
  expect(interpret(legal, inputs)).toEqual(interpret(graph, inputs));
  return legal;
}

/** Characters of C of the longest kernel. */
function longest(graph: Graph): number {
  const target = parseTarget('llvm -mcpu=x86-64-v3 -threads=1') as CpuTarget;
  const lengths = lowerGraph(graph, ['NCHW']).layers.flatMap(({ forms }) =>
    forms.map((form) => {
      if (form.kind !== 'kernel') return 0;
      const task = makeTask(elementwiseMap, form.workload, target);
      return exportC(nestOf(task, suggestedConfigs(task)[0]!), target, 'kernel', 'kernels.h', { converts: false })
        .source.length;
    }),
  );
  return Math.max(...lengths);
}

const resize = (from: readonly number[], to: readonly number[]): WrittenModel => ({
  inputs: { x: from },
  constants: { to: integers(to) },
  nodes: [['Resize', ['x', '', '', 'to'], ['y'], { mode: 'nearest' }]],
});

test('neighbours along two axes are picked at once where they have an order, and one after the other elsewhere', () => {
  expect(opsOf(checked(resize([1, 2, 8, 8], [1, 2, 16, 24])))).toBe('Resize');
  const uneven = checked(resize([1, 2, 30, 30], [1, 2, 45, 47]));
  expect(opsOf(uneven)).toBe('Resize Resize');
  // A condition for each run of rows, not for each pair of them.
  expect(longest(uneven)).toBeLessThan(8000);
  expect(longest(checked(resize([1, 2, 8, 8], [1, 2, 12, 14])))).toBeLessThan(10_000);
});

test('a scale resizes an axis that keeps its extent', () => {
  const constants = { scales: integers([1, 1, 1.2, 1.2], [4], 'float64') };
  const nodes: WrittenModel['nodes'] = [['Resize', ['x', '', 'scales'], ['y'], { mode: 'linear' }]];
  expect(opsOf(checked({ inputs: { x: [1, 1, 3, 3] }, constants, nodes }))).toBe('Resize Resize');
});

test('borders of a few axes are repeated at once, of more one after the other', () => {
  const padded = (...pads: readonly number[]): Graph =>
    checked({
      inputs: { x: [5, 4, 5, 4] },
      constants: { pads: integers(pads) },
      nodes: [['Pad', ['x', 'pads'], ['y'], { mode: 'reflect' }]],
    });
  const some = padded(0, 2, 2, 1, 0, 2, 1, 3);
  expect(opsOf(some)).toBe('Pad');
  expect(longest(some)).toBeLessThan(12_000);
  expect(opsOf(padded(1, 2, 2, 1, 4, 2, 1, 3))).toBe('Gather Gather Gather Gather');
});

test('more values are put together than an expression has names for', () => {
  const names = Array.from({ length: 60 }, (_, i) => `x${i}`);
  const graph = checked({
    inputs: Object.fromEntries(names.map((name) => [name, [2, 3]])),
    nodes: [['Concat', names, ['y'], { axis: 1 }]],
  });
  expect(opsOf(graph)).toBe('Concat Concat Concat Concat Concat');
  expect(() => lowerGraph(graph, ['NCHW'])).not.toThrow();
});

test('a constant image is a value of the network', () => {
  const image = floats(
    [1, 2, 3, 3],
    Array.from({ length: 18 }, (_, i) => i),
  );
  const graph = checked({
    inputs: { w: [4, 2, 2, 2] },
    constants: { image },
    nodes: [['Conv', ['image', 'w'], ['y']]],
  });
  expect(opsOf(graph)).toBe('Identity Conv');
  expect(() => lowerGraph(graph, ['NCHW'])).not.toThrow();
});
