import { closeSync, openSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { UsageError, WorkError } from '../../target/errors.js';
import { elementType } from '../../elements/registry.js';
import { isValueType } from '../../ir/tensor.js';
import type { Attribute, ConstantTensor, DeclaredValue, OnnxGraph, OnnxModel, OnnxNode } from './model.js';
import { GraphProtoSchema, ModelProtoSchema, TensorProtoSchema, type ProtoInit } from './schema.js';
import { isPacked, pack } from './packed.js';
import { defined } from '../../target/defined.js';

/** The version of the file format; since 4, constants need not be inputs too. */
const IR_VERSION = 8n;
/** Protobuf's own limit. */
const LARGEST = 2 ** 31 - 1;
/** Bytes of the smallest tensor that is written beside the model, as by the onnx package. */
const WORTH_A_PLACE = 1024;
const ALIGNMENT = 64;

export interface WriteOptions {
  /** Weights go to a file beside the model, of its name and `.data`. */
  readonly external?: boolean;
}

/** Writes a model; weights go to the disk from where they are. Throws WorkError, and UsageError beyond 2 GiB. */
export function writeOnnx(path: string, model: OnnxModel, { external = false }: WriteOptions = {}): void {
  const constants = [...model.constants].map(([name, tensor]) => ({ name, tensor, raw: rawOf(tensor) }));
  const beside = external ? constants.filter(({ raw }) => raw.length >= WORTH_A_PLACE) : [];
  const location = `${basename(path)}.data`;
  const places = placesOf(beside.map(({ name, raw }) => [name, raw]));
  const tensors = constants.flatMap(({ name, tensor, raw }) => {
    const offset = places.get(name);
    return tensorChunks(name, tensor, raw, offset === undefined ? undefined : { location, offset });
  });
  if (beside.length > 0) writeChunks(join(dirname(path), location), aligned(beside.map(({ raw }) => raw)));
  writeChunks(path, modelChunks(model, tensors));
}

/**
 * Writes one tensor, as ONNX's test data are. Throws WorkError.
 *
 * @internal Tests write the data that `--verify` reads.
 */
export function writeTensor(path: string, tensor: ConstantTensor, name = ''): void {
  writeChunks(path, [toBinary(TensorProtoSchema, create(TensorProtoSchema, tensorOf(tensor, name)))]);
}

function modelChunks(model: OnnxModel, tensors: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = toBinary(
    ModelProtoSchema,
    create(ModelProtoSchema, {
      irVersion: IR_VERSION,
      producerName: 'tune',
      opsetImport: [{ domain: '', version: BigInt(model.opset) }],
    }),
  );
  const graph = toBinary(
    GraphProtoSchema,
    create(GraphProtoSchema, {
      name: model.name,
      node: model.nodes.map(nodeOf),
      input: model.inputs.map(declared),
      output: model.outputs.map(declared),
      valueInfo: (model.between ?? []).map(declared),
    }),
  );
  const size = lengthOf([graph, ...tensors]);
  if (size + head.length > LARGEST)
    throw new UsageError('A model of more than 2 GiB is written with its weights beside it: ask for external data.');
  return [head, fieldHead(ModelProtoSchema.field.graph.number, size), graph, ...tensors];
}

function tensorChunks(
  name: string,
  tensor: ConstantTensor,
  raw: Uint8Array,
  place: { readonly location: string; readonly offset: number } | undefined,
): readonly Uint8Array[] {
  const entries = place && { ...place, length: raw.length };
  const head = toBinary(
    TensorProtoSchema,
    create(TensorProtoSchema, {
      ...{ name, dims: tensor.shape.map(BigInt), dataType: elementType(tensor.type).onnx!.code },
      ...defined({
        dataLocation: entries && 1,
        externalData: entries
          ? Object.entries(entries).map(([key, value]) => ({ key, value: String(value) }))
          : undefined,
      }),
    }),
  );
  const data = place === undefined ? [fieldHead(TensorProtoSchema.field.rawData.number, raw.length), raw] : [];
  const chunks = [head, ...data];
  return [fieldHead(GraphProtoSchema.field.initializer.number, lengthOf(chunks)), ...chunks];
}

function fieldHead(number: number, length: number): Uint8Array {
  return new BinaryWriter().tag(number, WireType.LengthDelimited).uint32(length).finish();
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function placesOf(tensors: readonly (readonly [string, Uint8Array])[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let at = 0;
  for (const [name, raw] of tensors) {
    places.set(name, at);
    at += raw.length + padding(raw.length);
  }
  return places;
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}

function aligned(tensors: readonly Uint8Array[]): readonly Uint8Array[] {
  return tensors.flatMap((raw) => [raw, new Uint8Array(padding(raw.length))]);
}

function writeChunks(path: string, chunks: readonly Uint8Array[]): void {
  try {
    const file = openSync(path, 'w');
    try {
      for (const chunk of chunks) writeFileSync(file, chunk);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new WorkError(`Cannot write ${path}: ${(error as Error).message}.`);
  }
}

function rawOf({ type, data }: ConstantTensor): Uint8Array {
  if (isValueType(type) && data instanceof Float32Array)
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const own = elementType(type);
  if (isPacked(own)) return pack(data, own);
  const { bytes, write } = own;
  const view = new DataView(new ArrayBuffer(data.length * bytes));
  for (const [at, value] of data.entries()) write(view, at * bytes, value);
  return new Uint8Array(view.buffer);
}

function tensorOf(tensor: ConstantTensor, name: string): ProtoInit<'TensorProto'> {
  const { code } = elementType(tensor.type).onnx!;
  return { name, dims: tensor.shape.map(BigInt), dataType: code, rawData: rawOf(tensor) };
}

function nodeOf({ name, op, inputs, outputs, attributes }: OnnxNode): ProtoInit<'NodeProto'> {
  const attribute = [...attributes].map(([key, value]) => attributeOf(key, value));
  return { name, opType: op, input: [...inputs], output: [...outputs], attribute };
}

/** Attributes of the standard operators that are float whatever their value; a plain number does not show that. */
const floats = new Set([
  ...['alpha', 'beta', 'bias', 'epsilon', 'gamma', 'high', 'lambd', 'low', 'max', 'mean', 'min', 'momentum', 'ratio'],
  ...['scale', 'scales', 'seed', 'spatial_scale', 'threshold', 'value', 'value_float', 'value_floats'],
  ...['coefficients', 'cubic_coeff_a', 'extrapolation_value'],
]);

function attributeOf(name: string, value: Attribute): ProtoInit<'AttributeProto'> {
  const text = new TextEncoder();
  if (typeof value === 'string') return { name, type: 3, s: text.encode(value) };
  if (typeof value === 'number')
    return isFloat(name, [value]) ? { name, type: 1, f: value } : { name, type: 2, i: BigInt(value) };
  if ('data' in value) return { name, type: 4, t: tensorOf(value, '') };
  if ('nodes' in value) return { name, type: 5, g: graphOf(value) };
  if (isNumbers(value))
    return isFloat(name, value) ? { name, type: 6, floats: [...value] } : { name, type: 7, ints: value.map(BigInt) };
  return { name, type: 8, strings: value.map((item) => text.encode(item)) };
}

function graphOf({ inputs, outputs, constants, nodes }: OnnxGraph): ProtoInit<'GraphProto'> {
  return {
    name: 'body',
    node: nodes.map(nodeOf),
    initializer: [...constants].map(([name, tensor]) => tensorOf(tensor, name)),
    input: inputs.map((name) => ({ name })),
    output: outputs.map((name) => ({ name })),
  };
}

function isFloat(name: string, values: readonly number[]): boolean {
  return floats.has(name) || !values.every(Number.isInteger);
}

function isNumbers(values: readonly number[] | readonly string[]): values is readonly number[] {
  return values.every((value) => typeof value === 'number');
}

function declared({ name, type, shape }: DeclaredValue): ProtoInit<'ValueInfoProto'> {
  const dims = shape && {
    dim: shape.map((extent) => {
      if (typeof extent === 'number') return { dimValue: BigInt(extent) };
      return extent === undefined ? {} : { dimParam: extent };
    }),
  };
  return { name, type: { tensorType: { elemType: elementType(type).onnx!.code, ...defined({ shape: dims }) } } };
}
