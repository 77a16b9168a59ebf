/** A library of a model, built to be run here. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { largestDifference } from '../compare/comparison.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { make } from '../../backend/library/make.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import { Scratch } from '../../measure/scratch.js';
import { numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import type { Program } from '../../backend/program/program.js';
import { join } from 'node:path';
import { countsOf } from '../graph/counted.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import { readTensor } from '../onnx/tensor.js';
import { UsageError } from '../../target/errors.js';
import { visible } from '../../target/visible.js';

const execute = promisify(execFile);

type Ports = Pick<Program, 'name' | 'inputs' | 'outputs'>;

export class BuiltLibrary {
  private constructor(
    private readonly scratch: Scratch,
    private readonly program: Ports,
    readonly folder: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Builds a library in a folder of its own, whose programs `signal` ends. Throws as `make` does. */
  static async of(
    program: Ports,
    files: ReadonlyMap<string, string | Uint8Array>,
    signal: AbortSignal,
  ): Promise<BuiltLibrary> {
    const scratch = new Scratch();
    const folder = scratch.path(program.name);
    try {
      writeFolder(folder, files, { force: false });
      await make(folder, ['programs'], signal);
      return new BuiltLibrary(scratch, program, folder, signal);
    } catch (error) {
      scratch.close();
      throw error;
    }
  }

  /** The largest error of an output, relative to max(|want|, rms(want)); NaN where one is no number. */
  async errorOn({ inputs, outputs }: Omit<VerificationCase, 'folder'>): Promise<number> {
    const [given, got] = [this.scratch.path('given'), this.scratch.path('got')];
    writeFileSync(given, bytesOf(this.program.inputs, inputs));
    await execute(`${this.folder}/build/run`, [given, got], { signal: this.signal });
    const bytes = readFileSync(got);
    let at = 0;
    const errors = outputs.map((want, i) => {
      const type = elementType(this.program.outputs[i]!.type);
      const one = numbersFromBytes(bytes, at, want.length, type);
      at += want.length * type.bytes;
      return largestDifference(one, Float64Array.from(want));
    });
    return Math.max(0, ...errors);
  }

  /** Median seconds of a call of the whole network. */
  async seconds(): Promise<number> {
    const { stdout } = await execute(`${this.folder}/build/bench`, [], { signal: this.signal });
    return Number(/^\s*([\d.]+) us/.exec(stdout)![1]) * 1e-6;
  }

  close(): void {
    this.scratch.close();
  }
}

/**
 * Test data of ONNX: input_0.pb, …, output_0.pb, … of a folder, or of its folders test_data_set_N. Arrays in the order
 * of the graph's inputs and outputs.
 */
export interface VerificationCase {
  readonly folder: string;
  readonly inputs: readonly ArrayLike<number>[];
  readonly outputs: readonly ArrayLike<number>[];
}

/**
 * `fileInputs`: the inputs by which files are numbered, of which some may be fixed. Throws UsageError where the folder
 * has no such files, or they do not fit the model.
 */
export function readCases(folder: string, graph: Graph, fileInputs: readonly string[]): readonly VerificationCase[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder}: give --verify one with input_0.pb and output_0.pb.`);
  const sets = readdirSync(folder).filter((name) => /^test_data_set_\d+$/.test(name));
  const folders = sets.length > 0 ? sets.sort().map((set) => join(folder, set)) : [folder];
  return folders.map((one) => ({
    folder: one,
    inputs: graph.inputs.map((value) => arrayOf(join(one, `input_${fileInputs.indexOf(value)}.pb`), value, graph)),
    outputs: outputsOf(one, graph),
  }));
}

/** Extents that depend on values are those of the files: behind such outputs are zeros. */
function outputsOf(folder: string, graph: Graph): readonly ArrayLike<number>[] {
  const counts = countsOf(graph);
  const extents = new Map<string, number>();
  const arrays = graph.outputs.map((value, i) => {
    if (counts.has(value)) return undefined;
    const path = join(folder, `output_${i}.pb`);
    const { shape, counted } = graph.values.get(value)!;
    if (!counted) return arrayOf(path, value, graph);
    const { data, shape: own } = tensorOf(path, value, graph, counted.axis);
    extents.set(counted.by, own[counted.axis]!);
    return Float64Array.from({ length: sizeOf(shape) }, (_, at) => data[at] ?? 0);
  });
  return arrays.map((array, i) => array ?? [extents.get(graph.outputs[i]!)!]);
}

function arrayOf(path: string, value: string, graph: Graph): ArrayLike<number> {
  return tensorOf(path, value, graph).data;
}

/** `shorter`: an axis along which it may have less elements than its type says. */
function tensorOf(path: string, value: string, { values }: Graph, shorter?: number): ConstantTensor {
  if (!existsSync(path)) throw new UsageError(`${path} is missing: --verify needs a file for each input and output.`);
  const tensor = readTensor(path);
  const { type, shape } = tensor;
  const wanted = values.get(value)!;
  const isOfShape =
    shape.length === wanted.shape.length &&
    shape.every((extent, axis) => extent === wanted.shape[axis] || (axis === shorter && extent < wanted.shape[axis]!));
  if (type !== wanted.type || !isOfShape)
    throw new UsageError(
      `${path} is ${type} of ${shape.join('x') || 'no extents'}, and "${visible(value)}" is ${wanted.type} of ${wanted.shape.join('x') || 'no extents'}: give data of this model.`,
    );
  return tensor;
}
