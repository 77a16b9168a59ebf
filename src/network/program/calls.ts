/** From steps over buffers by name to calls on one arena. */
import type { Argument, Call, Place, Routine } from '../../backend/program/program.js';
import type { Tuned } from '../../backend/library/tuned.js';
import { elementBytes, type DType } from '../../ir/tensor.js';
import { computationOf } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import type { Condition } from '../graph/conditions.js';
import type { ConstantTensor } from '../onnx/model.js';
import { arenaOf, mostAlive, type Buffer } from './arena.js';
import type { ConstantStore } from './constant-store.js';

export interface ChosenKernel {
  readonly task: Task;
  readonly config: Config;
  /** Absent of one that was not measured on this machine. */
  readonly tuned?: Tuned | undefined;
}

/** A call whose arguments are buffers by name. */
export interface Step {
  readonly layer: string;
  readonly by: ChosenKernel | Routine;
  readonly inputs: readonly (string | ConstantTensor)[];
  readonly outputs: readonly string[];
  readonly scratch: readonly string[];
  /** Of buffers that earlier steps write. */
  readonly onlyIf: readonly Condition[];
}

/** Memory that a value has in a layout, or a routine while it runs; it may lie within another one's. */
export interface Storage {
  readonly elements: number;
  readonly dtype: DType;
  within?: { readonly of: string; readonly bytes: number };
  port?: { readonly in: 'input' | 'output'; readonly port: number };
}

/** By buffer. */
export type Storages = ReadonlyMap<string, Storage>;

export interface PlacedCalls {
  readonly calls: readonly Call[];
  readonly arenaBytes: number;
  /** The most bytes that live at the same time: no arena can be smaller. */
  readonly leastBytes: number;
}

/** Bytes behind a buffer of which kernels may read. */
const SLACK = 64;

/** `constants` takes those that calls read. */
export function callsOf(steps: readonly Step[], storages: Storages, constants: ConstantStore): PlacedCalls {
  const buffers = buffersOf(steps, storages);
  const { offsets, bytes } = arenaOf(buffers);
  const placeOf = (buffer: string): Place => {
    const { root, bytes: before } = rootOf(storages, buffer);
    const { port } = storages.get(root)!;
    return port ? { ...port, bytes: before } : { in: 'arena', bytes: offsets.get(root)! + before };
  };
  const calls = steps.map(({ layer, by, inputs, outputs, scratch, onlyIf }): Call => {
    const types = typesOf(by);
    const any = {
      layer,
      onlyIf: onlyIf.map(({ value, holds }) => ({ at: placeOf(value), type: storages.get(value)!.dtype, holds })),
      inputs: inputs.map((input, i): Argument =>
        typeof input === 'string' ? placeOf(input) : { in: 'constants', constant: constants.placeOf(input, types[i]!) },
      ),
    };
    if (!('does' in by)) {
      const { task, config, tuned } = by;
      return { ...any, task, config, tuned, output: placeOf(outputs[0]!) };
    }
    return { ...any, routine: by, outputs: outputs.map(placeOf), scratch: scratch.map(placeOf) };
  });
  return { calls, arenaBytes: bytes, leastBytes: mostAlive(buffers) };
}

/** The buffer that one lies within at last, and how far behind its start. */
export function rootOf(storages: Storages, buffer: string): { readonly root: string; readonly bytes: number } {
  const { within } = storages.get(buffer)!;
  if (!within) return { root: buffer, bytes: 0 };
  const { root, bytes } = rootOf(storages, within.of);
  return { root, bytes: bytes + within.bytes };
}

/** What lives in the arena, from the first step that writes it to the last that reads it. */
function buffersOf(steps: readonly Step[], storages: Storages): Buffer[] {
  const lives = new Map<string, { from: number; to: number }>();
  for (const [place, { inputs, outputs, scratch, onlyIf }] of steps.entries()) {
    const read = [...inputs.filter((input) => typeof input === 'string'), ...onlyIf.map(({ value }) => value)];
    for (const buffer of [...read, ...outputs, ...scratch]) {
      const { root } = rootOf(storages, buffer);
      lives.set(root, { from: lives.get(root)?.from ?? place, to: place });
    }
  }
  return [...lives].flatMap(([name, life]) => {
    const { port, elements, dtype } = storages.get(name)!;
    return port ? [] : [{ name, bytes: elements * elementBytes(dtype) + SLACK, ...life }];
  });
}

/** Of the inputs of a kernel or a routine. */
function typesOf(by: ChosenKernel | Routine): readonly DType[] {
  if (!('does' in by)) {
    const { workload } = by.task;
    return computationOf(findOperator(workload.operator), workload).inputs.map(({ dtype }) => dtype);
  }
  return by.does === 'look-up' ? [by.type] : by.inputs;
}
