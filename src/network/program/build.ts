/** From chosen kernels and layouts to calls on one arena. */
import type { Program, Routine } from '../../backend/program/program.js';
import type { Condition } from '../graph/conditions.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import { uint8 } from '../../elements/uint8.js';
import { scratchBytes } from '../../ir/procedure/procedure.js';
import { elementBytes, valueType, type DType } from '../../ir/tensor.js';
import type { Workload } from '../../operator/operator.js';
import { callsOf, rootOf, type ChosenKernel, type Step, type Storage } from './calls.js';
import type { ConstantStore } from './constant-store.js';
import { valuesRead, type KernelChoice, type KernelOption } from './choose.js';
import { readsBeyond } from './image-layouts.js';
import { conversionWorkload, copyWorkload, isSameBytes, type Layout } from './layout.js';
import { conversionRoutine } from './lower/procedure.js';
import type { AliasForm, ProgramLayer, Part } from './layer.js';
import { portsOf } from './ports.js';
import { nearestKernelType, type StoredTypes } from './stored-types.js';

export interface EmittedProgram {
  readonly program: Program;
  /** The most bytes that live at the same time: no arena can be smaller. */
  readonly leastBytes: number;
  /** Calls that only bring a value into another layout, or to another place. */
  readonly moves: number;
}

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

class ProgramEmitter<Kernel extends ChosenKernel> {
  readonly #steps: Step[] = [];
  readonly #storages = new Map<string, Storage>();
  /** By value, its buffers in layouts other than its own. */
  readonly #converted = new Map<string, Map<Layout, string>>();
  /** By buffer, under which conditions a step writes it. */
  readonly #onlyIf = new Map<string, readonly Condition[]>();
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
    const { leastBytes, ...placed } = callsOf(this.#steps, this.#storages, constants);
    return {
      program: {
        inputs: portsOf(graph, graph.inputs),
        outputs: portsOf(graph, graph.outputs),
        ...placed,
      },
      leastBytes,
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
    // A condition that is computed later, which the order of the nodes allows, cannot spare a step.
    const onlyIf = layer.onlyIf.filter(({ value }) => this.#storages.has(value));
    this.#add({ layer: layer.name, by, inputs, outputs, scratch: this.#scratch(by, layer.name), onlyIf });
    this.#computed++;
    for (const [i, value] of values.entries())
      if (outputs[i] !== value) this.#copy(outputs[i]!, value, this.#storages.get(value)!);
  }

  #add(step: Step): void {
    this.#steps.push(step);
    for (const output of step.outputs) this.#onlyIf.set(output, step.onlyIf);
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
    const onlyIf = this.#onlyIf.get(value) ?? [];
    this.#add({ layer: `${value} to ${layout}`, by, inputs: [value], outputs: [found], scratch: [], onlyIf });
    return found;
  }

  /** A buffer behind whose end there is more memory: kernels that choose layouts read whole vectors. */
  #withRoom(buffer: string): string {
    const { root } = rootOf(this.#storages, buffer);
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
    return within === undefined && port === undefined && rootOf(this.#storages, whole).root !== part;
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
      this.#storages.get(rootOf(this.#storages, buffer).root)!.port = { in: 'output', port: place };
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
      const onlyIf = typeof source === 'string' ? (this.#onlyIf.get(source) ?? []) : [];
      this.#add({ layer: to, by, inputs: [source], outputs: [output], scratch: [], onlyIf });
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
    const { root } = rootOf(this.#storages, buffer);
    const storage = this.#storages.get(root)!;
    const isPart = storage.elements !== this.#storages.get(buffer)!.elements;
    return (
      storage.port !== undefined ||
      isPart ||
      [...this.#readBeyond].some((one) => rootOf(this.#storages, one).root === root)
    );
  }
}
