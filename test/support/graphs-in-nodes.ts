/** Models with branches and bodies of loops. */
import { expect } from '@jest/globals';
import { interpret } from '../../src/network/graph/evaluate.js';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { ConstantTensor, OnnxGraph, OnnxModel } from '../../src/network/onnx/model.js';
import { readsOf } from '../../src/network/onnx/reads.js';
import { modelOf, type Written } from './graph-models.js';

/** A graph in a node. */
export function graph(
  nodes: readonly Written[],
  outputs: readonly string[],
  { inputs = [], constants = {} }: { inputs?: readonly string[]; constants?: Record<string, ConstantTensor> } = {},
): OnnxGraph {
  const { nodes: own } = modelOf({ nodes, outputs });
  const made = new Set([...inputs, ...Object.keys(constants), ...own.flatMap((node) => node.outputs)]);
  const read = new Set([...own.flatMap(readsOf), ...outputs]);
  const outer = [...read].filter((name) => !made.has(name));
  return { inputs, outputs, constants: new Map(Object.entries(constants)), nodes: own, outer };
}

/** The outputs of a model as it is, and simplified, which are the same. */
export function ran(model: OnnxModel, given: Readonly<Record<string, readonly number[]>>): number[][] {
  const inputs = new Map(Object.entries(given).map(([name, data]) => [name, Float64Array.from(data)]));
  const whole = toGraph(model);
  const results = [whole, simplify(whole)].map((either) =>
    [...interpret(either, inputs).values()].map((values) => [...values]),
  );
  expect(results[0]).toEqual(results[1]);
  return results[0]!;
}
