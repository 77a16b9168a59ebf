/** From chosen kernels and layouts to calls on one arena. */
import type { Argument, Call, Place, Program, Routine } from '../../backend/program/program.js';
import type { Tuned } from '../../backend/library/tuned.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import { uint8 } from '../../elements/uint8.js';
import { scratchBytes } from '../../ir/procedure/procedure.js';
import { elementBytes, valueType, type DType } from '../../ir/tensor.js';
import { computationOf, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import { arenaOf, mostAlive, type Buffer } from './arena.js';
import type { ConstantStore } from './constant-store.js';
import { valuesRead, type KernelChoice, type KernelOption } from './choose.js';
import { readsBeyond } from './image-layouts.js';
import { conversionWorkload, copyWorkload, isSameBytes, type Layout } from './layout.js';
import { conversionRoutine } from './lower/procedure.js';
import type { AliasForm, ProgramLayer, Part } from './layer.js';
import { portsOf } from './ports.js';
import { nearestKernelType, type StoredTypes } from './stored-types.js';

export interface ChosenKernel {
  readonly task: Task;
  readonly config: Config;
  /** Absent of one that was not measured on this machine. */
  readonly tuned?: Tuned | undefined;
}

export interface EmittedProgram {
  readonly program: Program;
  /** The most bytes that live at the same time: no arena can be smaller. */
  readonly leastBytes: number;
  /** Calls that only bring a value into another layout, or to another place. */
  readonly moves: number;
}

/** Bytes behind a buffer of which kernels may read. */
const SLACK = 64;

export interface EmitOptions<Kernel extends ChosenKernel> {
  readonly graph: Graph;
  /** Takes the constants that calls read. */
  readonly constants: ConstantStore;
  /** Of values between layers; arrays of the caller's are of the types that the model has. */
  readonly typeOf: StoredTypes;
  readonly choice: KernelChoice<Kernel>;
  readonly mover: (workload: Workload) => ChosenKernel;
}

export function emitProgram<Kernel extends ChosenKernel>(options: EmitOptions<Kernel>): EmittedProgram {
  return new ProgramEmitter(options).build();
}

/** A call whose arguments are buffers by name. */
interface Step {
  readonly layer: string;
  readonly by: ChosenKernel | Routine;
  readonly inputs: readonly (string | ConstantTensor)[];
  readonly outputs: readonly string[];
  readonly scratch: readonly string[];
}

/** Memory that a value has in a layout, or a routine while it runs; it may lie within another one's. */
interface Storage {
  readonly elements: number;
  readonly dtype: DType;
  within?: { readonly of: string; readonly bytes: number };
  port?: { readonly in: 'input' | 'output'; readonly port: number };
}

class ProgramEmitter<Kernel extends ChosenKernel> {
  readonly #steps: Step[] = [];
  readonly #storages = new Map<string, Storage>();
  /** By value, its buffers in layouts other than its own. */
  readonly #converted = new Map<string, Map<Layout, string>>();
  /** Buffers that some kernel reads behind the end of. */
  readonly #readBeyond = new Set<string>();
  /** Steps of layers. */
  #computed = 0;

  constructor(private readonly options: EmitOptions<Kernel>) {}

  build(): EmittedProgram {
    const { graph, choice, constants } = this.options;
    for (const [port, value] of graph.inputs.entries()) this.#take(value, port);
    for (const layer of choice.layers) this.#lay(layer, choice.options.get(layer)!);
    for (const [port, value] of graph.outputs.entries()) this.#handOver(value, port);
    const buffers = this.#buffers();
    const arena = arenaOf(buffers);
    const calls = this.#steps.map((step) => this.#call(step, arena.offsets, constants));
    return {
      program: {
        inputs: portsOf(graph, graph.inputs),
        outputs: portsOf(graph, graph.outputs),
        calls,
        arenaBytes: arena.bytes,
      },
      leastBytes: mostAlive(buffers),
      moves: this.#steps.length - this.#computed,
    };
  }

  #shapeOf(value: string): readonly number[] {
    return this.options.graph.values.get(value)!.shape;
  }

  #layoutOf(value: string): Layout {
    return this.options.choice.layouts.get(value) ?? 'NCHW';
  }

  #allocate(buffer: string, value: string): Storage {
    const storage: Storage = { elements: sizeOf(this.#shapeOf(value)), dtype: this.options.typeOf(value) };
    this.#storages.set(buffer, storage);
    return storage;
  }

  /** An array of the caller's is the value, or what that is converted from. */
  #take(value: string, port: number): void {
    const { elements, dtype } = this.#allocate(value, value);
    const { type } = this.options.graph.values.get(value)!;
    const given: Storage = { elements, dtype: type, port: { in: 'input', port } };
    if (type === dtype) {
      this.#storages.set(value, given);
      return;
    }
    const name = `${value} as given`;
    this.#storages.set(name, given);
    this.#copy(name, value, { elements, dtype });
  }

  #lay(layer: ProgramLayer, option: KernelOption<Kernel>): void {
    const { how } = option;
    const choosesLayouts = 'form' in how && how.form.layouts === undefined;
    const isReadBeyond = choosesLayouts ? readsBeyond(how.kernel.task, how.kernel.config) : [];
    const given = valuesRead(layer, how).map((value, i) => {
      if (value === undefined) return undefined;
      const buffer = this.#inLayout(value, option.inputs[i]!);
      return isReadBeyond[i] === true ? this.#withRoom(buffer) : buffer;
    });
    for (const value of [layer.writes, ...layer.alsoWrites]) this.#allocate(value, value);
    if ('parts' in how) {
      this.#alias(layer, how, given as string[]);
      return;
    }
    const [form, by] = 'form' in how ? [how.form, how.kernel] : [how, how.routine];
    const types = 'does' in by && by.does === 'function' ? by : undefined;
    const inputs = form.inputs.map((operand, i) =>
      'value' in operand ? this.#inType(given[i]!, types?.inputs[i]) : operand.constant,
    );
    const values = [layer.writes, ...layer.alsoWrites];
    const outputs = values.map((value, i) => this.#forType(value, types?.outputs[i]));
    this.#steps.push({ layer: layer.name, by, inputs, outputs, scratch: this.#scratch(by, layer.name) });
    this.#computed++;
    for (const [i, value] of values.entries())
      if (outputs[i] !== value) this.#copy(outputs[i]!, value, this.#storages.get(value)!);
  }

  #scratch(by: ChosenKernel | Routine, layer: string): readonly string[] {
    if (!('does' in by) || by.does !== 'procedure') return [];
    return by.procedure.scratch.map((array, i) => {
      const name = `scratch ${i} of ${layer}`;
      this.#storages.set(name, { elements: scratchBytes(array), dtype: uint8.name });
      return name;
    });
  }

  /** A buffer, or its elements as another type. */
  #inType(buffer: string, type?: DType): string {
    const { elements, dtype } = this.#storages.get(buffer)!;
    if (type === undefined || type === dtype) return buffer;
    const converted = `${buffer} in ${type}`;
    if (!this.#storages.has(converted)) this.#copy(buffer, converted, { elements, dtype: type });
    return converted;
  }

  /** Where a value is written: its buffer, or one of another type, which is copied to it later. */
  #forType(value: string, type?: DType): string {
    const { elements, dtype } = this.#storages.get(value)!;
    if (type === undefined || type === dtype) return value;
    const written = `${value} from ${type}`;
    this.#storages.set(written, { elements, dtype: type });
    return written;
  }

  #inLayout(value: string, layout: Layout): string {
    const own = this.#layoutOf(value);
    const shape = this.#shapeOf(value);
    if (isSameBytes(own, layout, shape)) return value;
    const known = this.#converted.get(value) ?? new Map<Layout, string>();
    this.#converted.set(value, known);
    const found = known.get(layout) ?? `${value} ${layout}`;
    if (known.has(layout)) return found;
    known.set(layout, found);
    this.#allocate(found, value);
    const by = this.options.mover(conversionWorkload(shape, own, layout, this.options.typeOf(value)));
    this.#steps.push({ layer: `${value} to ${layout}`, by, inputs: [value], outputs: [found], scratch: [] });
    return found;
  }

  /** A buffer behind whose end there is more memory: kernels that choose layouts read whole vectors. */
  #withRoom(buffer: string): string {
    const { root } = this.#rootOf(buffer);
    this.#readBeyond.add(root);
    if (!this.#storages.get(root)!.port) return buffer;
    const copy = `${buffer} with room`;
    const { elements, dtype } = this.#storages.get(buffer)!;
    if (!this.#storages.has(copy)) this.#copy(buffer, copy, { elements, dtype });
    return copy;
  }

  #alias({ reads, writes }: ProgramLayer, { parts, writesWhole }: AliasForm, given: readonly string[]): void {
    const bufferOf = (value: string): string => (value === writes ? writes : given[reads.indexOf(value)]!);
    for (const { part, whole, elements } of parts) {
      const placed = { part: bufferOf(part), whole: bufferOf(whole), elements };
      const bytes = elements * elementBytes(this.options.typeOf(part));
      if (writesWhole && !this.#isFree(placed)) this.#copyInto(placed);
      else this.#storages.get(placed.part)!.within = { of: placed.whole, bytes };
    }
  }

  /** Whether a buffer may be moved into another: it is nobody's part yet, and no array of the caller's. */
  #isFree({ part, whole }: Part): boolean {
    const { within, port } = this.#storages.get(part)!;
    return within === undefined && port === undefined && this.#rootOf(whole).root !== part;
  }

  #copyInto({ part, whole, elements: before }: Part): void {
    const copy = `${part} in ${whole}`;
    const { elements, dtype } = this.#storages.get(part)!;
    this.#copy(part, copy, { elements, dtype, within: { of: whole, bytes: before * elementBytes(dtype) } });
  }

  /** The caller's array becomes the buffer of an output, unless that is somewhere already. */
  #handOver(value: string, place: number): void {
    const { constants, values } = this.options.graph;
    const { type, shape } = values.get(value)!;
    const constant = constants.get(value);
    const buffer = constant ? this.#constantBuffer(value, constant) : this.#inLayout(value, 'NCHW');
    if (type === this.#storages.get(buffer)!.dtype && !this.#isPlaced(buffer)) {
      this.#storages.get(this.#rootOf(buffer).root)!.port = { in: 'output', port: place };
      return;
    }
    const port: Storage['port'] = { in: 'output', port: place };
    this.#copy(buffer, `${value} for output ${place}`, { elements: sizeOf(shape), dtype: type, port });
  }

  /** A buffer that holds a constant, since an output is one. */
  #constantBuffer(value: string, constant: ConstantTensor): string {
    const name = `${value} as constant`;
    const elements = sizeOf(constant.shape);
    if (!this.#storages.has(name))
      this.#copy({ ...constant, shape: [elements] }, name, { elements, dtype: this.options.typeOf(value) });
    return name;
  }

  /** Copies all of a buffer, or of a constant, to a new one: by way of types that kernels know, where one is none. */
  #copy(from: string | ConstantTensor, to: string, storage: Storage): void {
    const { elements, dtype } = storage;
    this.#storages.set(to, storage);
    if (elements === 0) return;
    const given = typeof from === 'string' ? this.#storages.get(from)!.dtype : valueType;
    const stops = [given, nearestKernelType(given), nearestKernelType(dtype), dtype];
    const types = stops.slice(1).filter((type, i) => type !== stops[i]);
    if (types.length === 0) types.push(dtype);
    let [source, read] = [from, given];
    for (const [i, type] of types.entries()) {
      const output = i === types.length - 1 ? to : `${to} as ${type}`;
      if (output !== to) this.#storages.set(output, { elements, dtype: type });
      const by = this.#copier(elements, read, type);
      this.#steps.push({ layer: to, by, inputs: [source], outputs: [output], scratch: [] });
      [source, read] = [output, type];
    }
  }

  /** What copies elements from one type to another. */
  #copier(elements: number, from: DType, to: DType): ChosenKernel | Routine {
    const areKnown = [from, to].every((type) => nearestKernelType(type) === type);
    return areKnown ? this.options.mover(copyWorkload(elements, from, to)) : conversionRoutine(elements, from, to);
  }

  /** Whether a buffer cannot be the caller's array: it is part of another, is the caller's already, or too short. */
  #isPlaced(buffer: string): boolean {
    const { root } = this.#rootOf(buffer);
    const storage = this.#storages.get(root)!;
    const isPart = storage.elements !== this.#storages.get(buffer)!.elements;
    return storage.port !== undefined || isPart || [...this.#readBeyond].some((one) => this.#rootOf(one).root === root);
  }

  #rootOf(buffer: string): { root: string; bytes: number } {
    const { within } = this.#storages.get(buffer)!;
    if (!within) return { root: buffer, bytes: 0 };
    const { root, bytes } = this.#rootOf(within.of);
    return { root, bytes: bytes + within.bytes };
  }

  /** What lives in the arena, from the first step that writes it to the last that reads it. */
  #buffers(): Buffer[] {
    const lives = new Map<string, { from: number; to: number }>();
    for (const [place, { inputs, outputs, scratch }] of this.#steps.entries())
      for (const buffer of [...inputs.filter((input) => typeof input === 'string'), ...outputs, ...scratch]) {
        const { root } = this.#rootOf(buffer);
        lives.set(root, { from: lives.get(root)?.from ?? place, to: place });
      }
    return [...lives].flatMap(([name, life]) => {
      const { port, elements, dtype } = this.#storages.get(name)!;
      return port ? [] : [{ name, bytes: elements * elementBytes(dtype) + SLACK, ...life }];
    });
  }

  #call(
    { layer, by, inputs, outputs, scratch }: Step,
    offsets: ReadonlyMap<string, number>,
    constants: ConstantStore,
  ): Call {
    const types = typesOf(by);
    const argumentOf = (input: string | ConstantTensor, i: number): Argument =>
      typeof input === 'string'
        ? this.#place(input, offsets)
        : { in: 'constants', constant: constants.placeOf(input, types[i]!) };
    const placesOf = (buffers: readonly string[]): readonly Place[] => buffers.map((one) => this.#place(one, offsets));
    const given = inputs.map(argumentOf);
    if (!('does' in by)) {
      const { task, config, tuned } = by;
      return { layer, task, config, tuned, inputs: given, output: this.#place(outputs[0]!, offsets) };
    }
    return { layer, routine: by, inputs: given, outputs: placesOf(outputs), scratch: placesOf(scratch) };
  }

  #place(buffer: string, offsets: ReadonlyMap<string, number>): Place {
    const { root, bytes } = this.#rootOf(buffer);
    const { port } = this.#storages.get(root)!;
    return port ? { ...port, bytes } : { in: 'arena', bytes: offsets.get(root)! + bytes };
  }
}

/** Of the inputs of a kernel or a routine. */
function typesOf(by: ChosenKernel | Routine): readonly DType[] {
  if (!('does' in by)) {
    const { workload } = by.task;
    return computationOf(findOperator(workload.operator), workload).inputs.map(({ dtype }) => dtype);
  }
  return by.does === 'look-up' ? [by.type] : by.inputs;
}
