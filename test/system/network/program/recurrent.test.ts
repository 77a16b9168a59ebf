import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import type { ConstantTensor, OnnxNode } from '../../../../src/network/onnx/model.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { floats, model, node, value } from '../../../support/onnx-builder.js';

const folder = ownFolder();
const [STEPS, INPUTS, HIDDEN] = [3, 5, 8];

/** An LSTM of both directions whose state comes in and goes out, a GRU of each kind, and an RNN behind each other. */
function recurrentNetwork(batch: number) {
  const constants: Record<string, ConstantTensor> = {};
  const nodes: OnnxNode[] = [];
  const layer = (op: string, gates: number, x: string, inputs: number, attributes: object, states: string[] = []) => {
    const directions = 'direction' in attributes ? 2 : 1;
    const weights = { W: [gates * HIDDEN, inputs], R: [gates * HIDDEN, HIDDEN], B: [2 * gates * HIDDEN] };
    for (const [name, shape] of Object.entries(weights))
      constants[`${op} ${name}`] = floats([directions, ...shape], (i) => 0.5 * Math.sin(i + gates));
    const name = `${op}${nodes.length}`;
    const given = [x, ...Object.keys(weights).map((weight) => `${op} ${weight}`), ...(states.length > 0 ? [''] : [])];
    const outputs = ['y', 'h', 'c'].slice(0, op === 'LSTM' ? 3 : 2).map((output) => `${name} ${output}`);
    nodes.push(node(op, [...given, ...states], outputs, { hidden_size: HIDDEN, ...attributes }));
    nodes.push(node('Transpose', [`${name} y`], [`${name} t`], { perm: [0, 2, 1, 3] }));
    const shape = [STEPS, batch, directions * HIDDEN];
    constants[`${name} shape`] = { type: 'int64', shape: [3], data: Float64Array.from(shape) };
    nodes.push(node('Reshape', [`${name} t`, `${name} shape`], [`${name} z`]));
    return { z: `${name} z`, ends: outputs.slice(1) };
  };
  const first = layer('LSTM', 4, 'x', INPUTS, { direction: 'bidirectional' }, ['h', 'c']);
  const second = layer('GRU', 3, first.z, 2 * HIDDEN, { linear_before_reset: 1 });
  const third = layer('RNN', 1, second.z, HIDDEN, {});
  const state = [2, batch, HIDDEN];
  return model({
    nodes,
    constants,
    inputs: [value('x', STEPS, batch, INPUTS), value('h', ...state), value('c', ...state)],
    outputs: [third.z, ...first.ends, ...third.ends].map((name) => value(name)),
  });
}

test.each([1, 2])('recurrent layers compute what the interpreter does, in batches of %i', async (batch) => {
  const random = new Random(batch);
  const graph = legalise(simplify(toGraph(recurrentNetwork(batch))));
  const { program } = randomProgram(graph, { random });
  const library = join(folder, `library-${batch}`);
  await writeLibrary(library, graph, program, { random, tolerance: 1e-4 });
  expect(selfTest(library)).toEqual({ stderr: '', wrong: [], right: 3 * graph.outputs.length });
  // All steps read one copy of the weights.
  const weights = graph.nodes.filter(({ op }) => op === 'Gemm').map(({ inputs }) => inputs[1]);
  expect(new Set(weights).size).toBeLessThan(weights.length / 1.5);
});
