/** From chosen kernels and layouts to calls on one arena. */
import type { Argument, Call, Place, Port, Program, ProgramConstant } from '../../backend/program/program.js';
import type { Graph } from '../graph/graph.js';
import { sizeOf } from '../graph/operators/attributes.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { Workload } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import { arenaOf, mostAlive, type Buffer } from './arena.js';
import { valuesRead, type KernelChoice, type KernelOption } from './choose.js';
import { conversionWorkload, copyWorkload, isSameBytes, type Layout } from './layout.js';
import type { AliasForm, ProgramLayer, Part } from './layer.js';

export interface ChosenKernel {
  readonly task: Task;
  readonly config: Config;
}

export interface EmittedProgram {
  readonly program: Program;
  /** The most bytes that live at the same time: no arena can be smaller. */
  readonly leastBytes: number;
  /** Calls that only bring a value into another layout, or to another place. */
  readonly moves: number;
}

/** Floats behind a buffer of which kernels may read. */
const SLACK = 16;

export interface EmitOptions<Kernel extends ChosenKernel> {
  readonly name: string;
  readonly target: Target;
  readonly graph: Graph;
  readonly choice: KernelChoice<Kernel>;
  readonly mover: (workload: Workload) => ChosenKernel;
}

export function emitProgram<Kernel extends ChosenKernel>(options: EmitOptions<Kernel>): EmittedProgram {
  return new ProgramEmitter(options).build();
}

/** A call whose arguments are buffers by name. */
interface Step {
  readonly layer: string;
  readonly kernel: ChosenKernel;
  readonly inputs: readonly (string | ConstantTensor)[];
  readonly output: string;
}

/** Memory that a value has in a layout; it may lie within another one's. */
interface Storage {
  readonly floats: number;
  within?: { readonly of: string; readonly floats: number };
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
    const { name, target, graph, choice } = this.options;
    for (const [port, value] of graph.inputs.entries()) this.#allocate(value, value).port = { in: 'input', port };
    for (const layer of choice.layers) this.#lay(layer, choice.options.get(layer)!);
    for (const [port, value] of graph.outputs.entries()) this.#handOver(value, port);
    const buffers = this.#buffers();
    const arena = arenaOf(buffers);
    const constants = new Constants();
    const calls = this.#steps.map((step) => this.#call(step, arena.offsets, constants));
    return {
      program: {
        name,
        target,
        inputs: this.#ports(graph.inputs),
        outputs: this.#ports(graph.outputs),
        constants: constants.all,
        calls,
        arenaBytes: arena.bytes,
      },
      leastBytes: mostAlive(buffers),
      moves: this.#steps.length - this.#computed,
    };
  }

  #ports(values: readonly string[]): Port[] {
    return values.map((name) => ({ name, shape: this.#shapeOf(name) }));
  }

  #shapeOf(value: string): readonly number[] {
    return this.options.graph.values.get(value)!.shape;
  }

  #layoutOf(value: string): Layout {
    return this.options.choice.layouts.get(value) ?? 'NCHW';
  }

  #allocate(buffer: string, value: string): Storage {
    const storage: Storage = { floats: sizeOf(this.#shapeOf(value)) };
    this.#storages.set(buffer, storage);
    return storage;
  }

  #lay(layer: ProgramLayer, option: KernelOption<Kernel>): void {
    const readsBeyond = !('parts' in option.how) && option.how.form.layouts === undefined;
    const given = valuesRead(layer, option.how).map((value, i) => {
      if (value === undefined) return undefined;
      const buffer = this.#inLayout(value, option.inputs[i]!);
      return readsBeyond ? this.#withRoom(buffer) : buffer;
    });
    this.#allocate(layer.writes, layer.writes);
    if ('parts' in option.how) {
      this.#alias(layer, option.how, given as string[]);
      return;
    }
    const { form, kernel } = option.how;
    const inputs = form.inputs.map((operand, i) => ('value' in operand ? given[i]! : operand.constant));
    this.#steps.push({ layer: layer.name, kernel, inputs, output: layer.writes });
    this.#computed++;
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
    const kernel = this.options.mover(conversionWorkload(shape, own, layout));
    this.#steps.push({ layer: `${value} to ${layout}`, kernel, inputs: [value], output: found });
    return found;
  }

  /** A buffer behind whose end there is more memory: kernels that choose layouts read whole vectors. */
  #withRoom(buffer: string): string {
    const { root } = this.#rootOf(buffer);
    this.#readBeyond.add(root);
    if (!this.#storages.get(root)!.port) return buffer;
    const copy = `${buffer} with room`;
    const { floats } = this.#storages.get(buffer)!;
    if (!this.#storages.has(copy)) this.#copy(buffer, copy, { floats });
    return copy;
  }

  #alias({ reads, writes }: ProgramLayer, { parts, writesWhole }: AliasForm, given: readonly string[]): void {
    const bufferOf = (value: string): string => (value === writes ? writes : given[reads.indexOf(value)]!);
    for (const { part, whole, floats } of parts) {
      const placed = { part: bufferOf(part), whole: bufferOf(whole), floats };
      if (writesWhole && !this.#isFree(placed)) this.#copyInto(placed);
      else this.#storages.get(placed.part)!.within = { of: placed.whole, floats };
    }
  }

  /** Whether a buffer may be moved into another: it is nobody's part yet, and no array of the caller's. */
  #isFree({ part, whole }: Part): boolean {
    const { within, port } = this.#storages.get(part)!;
    return within === undefined && port === undefined && this.#rootOf(whole).root !== part;
  }

  #copyInto({ part, whole, floats }: Part): void {
    const copy = `${part} in ${whole}`;
    const size = this.#storages.get(part)!.floats;
    this.#copy(part, copy, { floats: size, within: { of: whole, floats } });
  }

  /** The caller's array becomes the buffer of an output, unless that is somewhere already. */
  #handOver(value: string, port: number): void {
    const { constants } = this.options.graph;
    const constant = constants.get(value);
    const buffer = constant ? undefined : this.#inLayout(value, 'NCHW');
    if (buffer !== undefined && !this.#isPlaced(buffer)) {
      this.#storages.get(this.#rootOf(buffer).root)!.port = { in: 'output', port };
      return;
    }
    const name = `${value} for output ${port}`;
    const floats = sizeOf(this.#shapeOf(value));
    this.#copy(buffer ?? { ...constant!, shape: [floats] }, name, { floats, port: { in: 'output', port } });
  }

  /** Copies all of a buffer, or of a constant, to a new one. */
  #copy(from: string | ConstantTensor, to: string, storage: Storage): void {
    const { floats } = storage;
    this.#storages.set(to, storage);
    if (floats === 0) return;
    this.#steps.push({ layer: to, kernel: this.options.mover(copyWorkload(floats)), inputs: [from], output: to });
  }

  /** Whether a buffer cannot be the caller's array: it is part of another, is the caller's already, or too short. */
  #isPlaced(buffer: string): boolean {
    const { root } = this.#rootOf(buffer);
    const storage = this.#storages.get(root)!;
    const isPart = storage.floats !== this.#storages.get(buffer)!.floats;
    return storage.port !== undefined || isPart || [...this.#readBeyond].some((one) => this.#rootOf(one).root === root);
  }

  #rootOf(buffer: string): { root: string; floats: number } {
    const { within } = this.#storages.get(buffer)!;
    if (!within) return { root: buffer, floats: 0 };
    const { root, floats } = this.#rootOf(within.of);
    return { root, floats: floats + within.floats };
  }

  /** What lives in the arena, from the first step that writes it to the last that reads it. */
  #buffers(): Buffer[] {
    const lives = new Map<string, { from: number; to: number }>();
    for (const [place, { inputs, output }] of this.#steps.entries())
      for (const buffer of [...inputs.filter((input) => typeof input === 'string'), output]) {
        const { root } = this.#rootOf(buffer);
        lives.set(root, { from: lives.get(root)?.from ?? place, to: place });
      }
    return [...lives].flatMap(([name, life]) => {
      const { port, floats } = this.#storages.get(name)!;
      return port ? [] : [{ name, bytes: 4 * (floats + SLACK), ...life }];
    });
  }

  #call({ layer, kernel, inputs, output }: Step, offsets: ReadonlyMap<string, number>, constants: Constants): Call {
    const argumentOf = (input: string | ConstantTensor): Argument =>
      typeof input === 'string' ? this.#place(input, offsets) : { in: 'constants', constant: constants.placeOf(input) };
    return { layer, ...kernel, inputs: inputs.map(argumentOf), output: this.#place(output, offsets) };
  }

  #place(buffer: string, offsets: ReadonlyMap<string, number>): Place {
    const { root, floats } = this.#rootOf(buffer);
    const { port } = this.#storages.get(root)!;
    return port ? { ...port, floats } : { in: 'arena', floats: offsets.get(root)! / 4 + floats };
  }
}

class Constants {
  readonly all: ProgramConstant[] = [];
  readonly #places = new Map<ConstantTensor['data'], number>();

  placeOf({ data }: ConstantTensor): number {
    const place = this.#places.get(data) ?? this.all.length;
    if (!this.#places.has(data)) {
      this.#places.set(data, place);
      this.all.push({ name: `constant ${place}`, data: data instanceof Float32Array ? data : Float32Array.from(data) });
    }
    return place;
  }
}
