/** Outputs of a network of ours and of a runtime, as both programs write them, one behind the other. */
import type { Port } from '../../backend/program/program.js';
import { numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import { sizeOf } from '../graph/operators/attributes.js';

/** The outputs that a runtime has, too: those that say extents of others are ours alone. */
export function sharedOutputs(outputs: readonly Port[]): readonly Port[] {
  const counts = new Set(outputs.map(({ counted }) => counted?.by));
  return outputs.filter((_, i) => !counts.has(i));
}

/** Elements of those, of what our library wrote: what is there of each. */
export function ownAnswers(outputs: readonly Port[], bytes: Uint8Array): readonly Float64Array[] {
  const written = arraysOf(
    outputs.map((port) => ({ ...port, elements: sizeOf(port.shape) })),
    bytes,
  );
  const there = ({ shape, counted }: Port, place: number): Float64Array =>
    counted ? written[place]!.subarray(0, sizeOf(shape.with(counted.axis, written[counted.by]![0]!))) : written[place]!;
  const answers = new Map(outputs.map((port, place) => [port, there(port, place)]));
  return sharedOutputs(outputs).map((port) => answers.get(port)!);
}

/** The same of what a runtime wrote; undefined where that is not as much as ours. */
export function theirAnswers(
  outputs: readonly Port[],
  own: readonly Float64Array[],
  bytes: Uint8Array,
): readonly Float64Array[] | undefined {
  const ports = sharedOutputs(outputs).map(({ type }, i) => ({ type, elements: own[i]!.length }));
  const size = ports.reduce((sum, { type, elements }) => sum + elements * elementType(type).bytes, 0);
  return size === bytes.length ? arraysOf(ports, bytes) : undefined;
}

/** So many elements of each port, one behind the other. */
export function arraysOf(
  ports: readonly { readonly type: Port['type']; readonly elements: number }[],
  bytes: Uint8Array,
): readonly Float64Array[] {
  let at = 0;
  return ports.map(({ type: name, elements }) => {
    const type = elementType(name);
    const array = numbersFromBytes(bytes, at, elements, type);
    at += elements * type.bytes;
    return array;
  });
}
