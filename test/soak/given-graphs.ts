/**
 * The models and tests of ONNX in a folder (`npm run soak:given-graphs -- FOLDER`): read, simplified, interpreted, and
 * compared with the outputs that they come with, before and after simplification. Prints a line for each.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { interpret } from '../../src/network/graph/evaluate.js';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { Graph } from '../../src/network/graph/graph.js';
import { readOnnx } from '../../src/network/onnx/read.js';
import { readTensor } from '../../src/network/onnx/tensor.js';
import { UsageError } from '../../src/target/errors.js';
import { largestError, ramp } from '../support/given-models.js';
import { readSoakOptions } from '../support/soak-options.js';

const {
  words: [folder = ''],
} = readSoakOptions({
  name: 'soak:given-graphs',
  text: 'Interprets the models of ONNX in a folder and compares with the outputs that they come with.',
  options: {},
  words: { usage: 'FOLDER', least: 1, most: 1 },
});
const tolerance = 1e-4;

for (const test of ['pytorch-operator', 'pytorch-converted'].flatMap((kind) => list(join(folder, kind)))) {
  const data = join(test, 'test_data_set_0');
  const read = (kind: string): Float64Array[] =>
    readdirSync(data)
      .filter((name) => name.startsWith(kind))
      .sort()
      .map((name) => Float64Array.from(readTensor(join(data, name)).data));
  check(join(test, 'model.onnx'), () => read('input_'), read('output_'));
}
for (const model of list(join(folder, 'light')).filter((path) => path.endsWith('.onnx'))) {
  const expected = readTensor(model.replace(/\.onnx$/, '_output_0.pb'));
  check(model, (graph) => graph.inputs.map((name) => ramp(graph.values.get(name)!.shape)), [
    Float64Array.from(expected.data),
  ]);
}

function list(path: string): string[] {
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
}

function check(path: string, inputsOf: (graph: Graph) => Float64Array[], expected: readonly Float64Array[]): void {
  const began = cpuSeconds();
  const title = path.slice(folder.length + 1);
  const graph = graphOf(path);
  if (graph instanceof UsageError) {
    console.log(`none  ${title}: ${graph.message}`);
    return;
  }
  const simple = simplify(graph);
  const built = cpuSeconds() - began;
  const data = inputsOf(graph);
  const inputs = new Map(graph.inputs.map((name, index) => [name, data[index]!]));
  const outputs = [...interpret(simple, inputs).values()];
  const error = Math.max(...outputs.map((values, index) => largestError(values, expected[index]!)));
  if (!(error <= tolerance)) process.exitCode = 1;
  const seconds = cpuSeconds() - began - built;
  console.log(
    `${error <= tolerance ? 'ok   ' : 'WRONG'} ${title}: ${graph.nodes.length} nodes, ` +
      `${simple.nodes.length} simplified, built in ${built.toFixed(2)} s of CPU, run in ${seconds.toFixed(2)} s, ` +
      `largest relative error ${error.toExponential(1)}: ${tally(simple)}`,
  );
}

/** Of this process; others on the machine do not count. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The graph, or why there is none. */
function graphOf(path: string): Graph | UsageError {
  try {
    return toGraph(readOnnx(path));
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

/** "Conv 53, Relu 49". */
function tally({ nodes }: Graph): string {
  const counts = new Map<string, number>();
  for (const { op } of nodes) counts.set(op, (counts.get(op) ?? 0) + 1);
  return [...counts].map(([op, count]) => `${op} ${count}`).join(', ');
}
