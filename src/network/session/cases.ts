/** Test data of ONNX: input_0.pb, input_1.pb, … and output_0.pb, …, in a folder, or in its folders test_data_set_N. */
import { isValueType } from '../../ir/tensor.js';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph } from '../graph/graph.js';
import { readTensor } from '../onnx/tensor.js';
import { UsageError } from '../../target/errors.js';
import { visible } from '../../target/visible.js';

/** Arrays in the order of the graph's inputs and outputs. */
export interface VerificationCase {
  readonly folder: string;
  readonly inputs: readonly Float32Array[];
  readonly outputs: readonly Float32Array[];
}

/** Throws UsageError where the folder has no such files, or they do not fit the model. */
export function readCases(folder: string, graph: Graph): readonly VerificationCase[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder}: give --verify one with input_0.pb and output_0.pb.`);
  const sets = readdirSync(folder).filter((name) => /^test_data_set_\d+$/.test(name));
  const folders = sets.length > 0 ? sets.sort().map((set) => join(folder, set)) : [folder];
  return folders.map((one) => ({
    folder: one,
    inputs: graph.inputs.map((value, i) => arrayOf(join(one, `input_${i}.pb`), value, graph)),
    outputs: graph.outputs.map((value, i) => arrayOf(join(one, `output_${i}.pb`), value, graph)),
  }));
}

function arrayOf(path: string, value: string, { values }: Graph): Float32Array {
  if (!existsSync(path)) throw new UsageError(`${path} is missing: --verify needs a file for each input and output.`);
  const { type, shape, data } = readTensor(path);
  const wanted = values.get(value)!.shape;
  if (!isValueType(type) || shape.join() !== wanted.join())
    throw new UsageError(
      `${path} is ${type} of ${shape.join('x') || 'no extents'}, and "${visible(value)}" is float32 of ${wanted.join('x') || 'no extents'}: give data of this model.`,
    );
  return data instanceof Float32Array ? data : Float32Array.from(data);
}
