/** A library of a model, built to be run here. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { largestDifference } from '../compare/comparison.js';
import type { ProgramReference } from '../../backend/capabilities/export-program.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { make } from '../../backend/library/make.js';
import { writeFolder } from '../../backend/library/write-folder.js';
import { Scratch } from '../../measure/scratch.js';
import { numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import type { ProgramSet } from '../../backend/program/program.js';
import { join } from 'node:path';
import { countsOf } from '../graph/counted.js';
import type { Graph, ValueType } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import { readTensor } from '../onnx/tensor.js';
import { UsageError } from '../../target/errors.js';
import { visible } from '../../target/visible.js';
import type { OnnxProgram } from './read.js';
import { reuseObjects } from './reuse-objects.js';

const execute = promisify(execFile);

type Ports = Pick<ProgramSet, 'name' | 'programs'>;

export interface BuildOptions {
  readonly signal: AbortSignal;
  /** One whose objects it may have. */
  readonly before?: BuiltLibrary | undefined;
  /** What make is asked for: all programs where it is left out. */
  readonly goal?: 'programs' | 'driver';
}

export class BuiltLibrary {
  private constructor(
    private readonly scratch: Scratch,
    private readonly set: Ports,
    readonly folder: string,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Builds a library in a folder of its own, whose programs `signal` ends. Throws as `make` does.
   */
  static async of(
    set: Ports,
    files: ReadonlyMap<string, string | Uint8Array>,
    { signal, before, goal = 'programs' }: BuildOptions,
  ): Promise<BuiltLibrary> {
    const scratch = new Scratch();
    const folder = scratch.path(set.name);
    try {
      writeFolder(folder, files, { force: false });
      if (before) reuseObjects(folder, before.folder, files.keys());
      await make(folder, [goal], signal);
      return new BuiltLibrary(scratch, set, folder, signal);
    } catch (error) {
      scratch.close();
      throw error;
    }
  }

  /** The largest error of a decided output, relative to max(|want|, rms(want)); NaN where one is no number. */
  async errorOn({ program, inputs, outputs, undecided }: ProgramCase): Promise<number> {
    const [given, got] = [this.scratch.path('given'), this.scratch.path('got')];
    const ports = this.set.programs[program]!;
    writeFileSync(given, bytesOf(ports.inputs, inputs));
    await execute(`${this.folder}/build/run`, [given, got, `${program}`], { signal: this.signal });
    const bytes = readFileSync(got);
    let at = 0;
    const errors = outputs.map((want, i) => {
      const type = elementType(ports.outputs[i]!.type);
      const one = numbersFromBytes(bytes, at, want.length, type);
      at += want.length * type.bytes;
      return undecided?.has(i) ? 0 : largestDifference(one, Float64Array.from(want));
    });
    return Math.max(0, ...errors);
  }

  get name(): string {
    return this.set.name;
  }

  /** Median seconds of a call of the whole network, for the shape of a program. */
  async seconds(program: number): Promise<number> {
    const { stdout } = await execute(`${this.folder}/build/bench`, ['0', `${program}`], { signal: this.signal });
    return Number(/^\s*([\d.]+) us/.exec(stdout)![1]) * 1e-6;
  }

  close(): void {
    this.scratch.close();
  }
}

/** Inputs and outputs of one of the programs of a library, in the order of its ports. */
export interface ProgramCase extends ProgramReference {
  readonly program: number;
}

/** Test data of ONNX: input_0.pb, …, output_0.pb, … of a folder, or of its folders test_data_set_N. */
export interface VerificationCase extends ProgramCase {
  readonly folder: string;
}

type CheckedProgram = Pick<OnnxProgram, 'graph' | 'fileInputs'>;

/**
 * Of inputs that are fixed, by which files are numbered, too, none is read. Throws UsageError where the folder has no
 * such files, or they fit no program.
 */
export function readCases(folder: string, programs: readonly CheckedProgram[]): readonly VerificationCase[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder}: give --verify one with input_0.pb and output_0.pb.`);
  const sets = readdirSync(folder).filter((name) => /^test_data_set_\d+$/.test(name));
  const folders = sets.length > 0 ? sets.sort().map((set) => join(folder, set)) : [folder];
  return folders.map((one) => readCase(one, programs));
}

function readCase(folder: string, programs: readonly CheckedProgram[]): VerificationCase {
  const { graph, fileInputs } = programs[0]!;
  const inputs = graph.inputs.map((value) => readFile(join(folder, `input_${fileInputs.indexOf(value)}.pb`)));
  const program = Math.max(
    0,
    programs.findIndex((one) => one.graph.inputs.every((value, i) => isOf(inputs[i]!, one.graph.values.get(value)!))),
  );
  const { graph: own } = programs[program]!;
  inputs.forEach((file, i) => {
    if (!isOf(file, own.values.get(own.inputs[i]!)!)) throw mismatch(file, own.inputs[i]!, programs);
  });
  return {
    folder,
    program,
    inputs: inputs.map(({ tensor }) => tensor.data),
    outputs: outputsOf(folder, own, programs),
  };
}

/** Extents that depend on values are those of the files: behind such outputs are zeros. */
function outputsOf(folder: string, graph: Graph, programs: readonly CheckedProgram[]): readonly ArrayLike<number>[] {
  const counts = countsOf(graph);
  const extents = new Map<string, number>();
  const arrays = graph.outputs.map((value, i) => {
    if (counts.has(value)) return undefined;
    const file = readFile(join(folder, `output_${i}.pb`));
    const { data, shape } = file.tensor;
    const wanted = graph.values.get(value)!;
    const { counted } = wanted;
    if (!isOf(file, wanted, counted?.axis)) throw mismatch(file, value, programs);
    if (!counted) return data;
    extents.set(counted.by, shape[counted.axis]!);
    return Float64Array.from({ length: sizeOf(wanted.shape) }, (_, at) => data[at] ?? 0);
  });
  return arrays.map((array, i) => array ?? [extents.get(graph.outputs[i]!)!]);
}

interface TensorFile {
  readonly path: string;
  readonly tensor: ConstantTensor;
}

function readFile(path: string): TensorFile {
  if (!existsSync(path)) throw new UsageError(`${path} is missing: --verify needs a file for each input and output.`);
  return { path, tensor: readTensor(path) };
}

/** `shorter`: an axis along which it may have less elements. */
function isOf({ tensor: { type, shape } }: TensorFile, wanted: ValueType, shorter?: number): boolean {
  const fits = (extent: number, axis: number): boolean =>
    axis === shorter ? extent <= wanted.shape[axis]! : extent === wanted.shape[axis];
  return type === wanted.type && shape.length === wanted.shape.length && shape.every(fits);
}

function mismatch({ path, tensor }: TensorFile, value: string, programs: readonly CheckedProgram[]): UsageError {
  const wanted = programs.map(({ graph }) => graph.values.get(value)!);
  const shapes = [...new Set(wanted.map(({ shape }) => shape.join('x') || 'no extents'))].join(' or ');
  return new UsageError(
    `${path} is ${tensor.type} of ${tensor.shape.join('x') || 'no extents'}, and "${visible(value)}" is ${wanted[0]!.type} of ${shapes}: give data of this model.`,
  );
}
