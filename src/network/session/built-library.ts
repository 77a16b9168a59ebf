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
import type { Graph } from '../graph/graph.js';
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
    outputs: graph.outputs.map((value, i) => arrayOf(join(one, `output_${i}.pb`), value, graph)),
  }));
}

function arrayOf(path: string, value: string, { values }: Graph): ArrayLike<number> {
  if (!existsSync(path)) throw new UsageError(`${path} is missing: --verify needs a file for each input and output.`);
  const { type, shape, data } = readTensor(path);
  const wanted = values.get(value)!;
  if (type !== wanted.type || shape.join() !== wanted.shape.join())
    throw new UsageError(
      `${path} is ${type} of ${shape.join('x') || 'no extents'}, and "${visible(value)}" is ${wanted.type} of ${wanted.shape.join('x') || 'no extents'}: give data of this model.`,
    );
  return data;
}
