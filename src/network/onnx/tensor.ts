import { isValueType } from '../../ir/tensor.js';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { shortened } from '../../target/visible.js';
import { type Allowance, Malformed, readingOf, type ExternalData } from './read-file.js';
import type { ElementType, OnnxField } from '../../elements/element-type.js';
import { int8 } from '../../elements/int8.js';
import { onnxType } from '../../elements/registry.js';
import { uint8 } from '../../elements/uint8.js';
import type { ConstantTensor, Attribute } from './model.js';
import { type Proto, TensorProtoSchema, AttributeProtoSchema } from './schema.js';
import { bytesOf, isPacked, unpack } from './packed.js';
import { decodeFile } from './wire.js';
import { isFieldSet } from '@bufbuild/protobuf';
import { clampInteger } from '../../elements/whole.js';

/** `TensorProto.DataLocation.EXTERNAL` */
const EXTERNAL = 1;
const LARGEST_EXTENT = 2 ** 31 - 1;
const LARGEST_RANK = 64;

export interface TensorSource {
  readonly allowance: Allowance;
  /** Files beside the model; undefined where tensors must hold their own data. */
  readonly external: ExternalData | undefined;
}

export function unreadableType({ dataType }: Proto<'TensorProto'>): string | undefined {
  return onnxType(dataType) === undefined ? typeName(dataType) : undefined;
}

/**
 * The array in a TensorProto. float32 stays where it is in the file's buffer, moved by up to three bytes where it is
 * not aligned. `what` names it in errors. Throws Malformed.
 */
export function constantOf(tensor: Proto<'TensorProto'>, what: string, source: TensorSource): ConstantTensor {
  const type = onnxType(tensor.dataType);
  if (type === undefined) throw new Malformed(`${what} is of ${typeName(tensor.dataType)}, which is not supported`);
  const shape = extents(tensor.dims, what);
  const count = shape.reduce((product, extent) => product * extent, 1);
  return { type: type.name, shape, data: new TensorReader(tensor, type, count, what, source).read() };
}

/** Extents of an array. Throws Malformed for those that no array can have. */
function extents(dims: readonly bigint[], what: string): readonly number[] {
  if (dims.length > LARGEST_RANK) throw new Malformed(`${what} has ${dims.length} dimensions`);
  return dims.map((dim) => extentOf(dim, what));
}

export function extentOf(dim: bigint, what: string): number {
  if (dim < 0n) throw new Malformed(`${what} has a negative extent, ${dim}`);
  if (dim > LARGEST_EXTENT) throw new Malformed(`${what} has an extent of ${dim}, and ${LARGEST_EXTENT} is the most`);
  return Number(dim);
}

const fields: readonly OnnxField[] = ['floatData', 'int32Data', 'int64Data', 'doubleData', 'uint64Data'];

/** From this length on, the tag and the length before a field take three bytes at least. */
const LONG_FIELD = 128;

/** Reads the elements of a tensor, `count` of a type. */
class TensorReader {
  constructor(
    private readonly tensor: Proto<'TensorProto'>,
    private readonly type: ElementType,
    private readonly count: number,
    private readonly what: string,
    private readonly source: TensorSource,
  ) {}

  /** Bytes of `raw_data`. */
  private get length(): number {
    return bytesOf(this.type, this.count);
  }

  read(): ConstantTensor['data'] {
    const { tensor, type, what } = this;
    const { field } = type.onnx!;
    const raw = this.rawBytes();
    const chunks = tensor[field].filter(({ length }) => length > 0);
    if (raw !== undefined && chunks.length > 0) throw new Malformed(`${what} has its data twice`);
    if (raw !== undefined) return this.fromRaw(raw);
    const misplaced = fields.find((other) => other !== field && tensor[other].some(({ length }) => length > 0));
    if (misplaced !== undefined) throw new Malformed(`${what} is of ${type.name} but has data of another type`);
    const isFixed = field === 'floatData' || field === 'doubleData';
    return isFixed ? this.fromRaw(this.joined(chunks)) : this.fromVarints(chunks);
  }

  /** Bytes as `raw_data` has them, from inside or beside the file; undefined where a typed field holds the data. */
  private rawBytes(): Uint8Array | undefined {
    const { what } = this;
    const { dataLocation, rawData, externalData } = this.tensor;
    if (dataLocation !== EXTERNAL) return rawData.length > 0 ? rawData : undefined;
    if (rawData.length > 0) throw new Malformed(`${what} has its data twice`);
    if (this.source.external === undefined) throw new Malformed(`${what} has its data in another file`);
    return this.source.external.read(externalData, this.length, what);
  }

  private fromRaw(raw: Uint8Array): ConstantTensor['data'] {
    const { what, count } = this;
    const { name, bytes, read } = this.type;
    if (raw.length !== this.length)
      throw new Malformed(`${what} has ${raw.length} bytes of data where ${count} of ${name} take ${this.length}`);
    if (isValueType(name)) return this.asFloat32(raw);
    const data = this.array();
    if (isPacked(this.type)) return unpack(raw, this.type, data);
    // Element by element a hundred million weights take ten times as long.
    const whole =
      name === uint8.name ? raw : name === int8.name ? new Int8Array(raw.buffer, raw.byteOffset, count) : undefined;
    if (whole) {
      data.set(whole);
      return data;
    }
    const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
    for (let at = 0; at < count; at++) data[at] = read(view, at * bytes);
    return data;
  }

  /**
   * The same bytes as floats. Where they are not aligned they are moved over what stands before them, which is the tag
   * and length of this very field and was read already.
   */
  private asFloat32(raw: Uint8Array): Float32Array {
    const shift = raw.byteOffset % 4;
    if (shift === 0) return new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4);
    if (raw.length < LONG_FIELD) {
      this.source.allowance.take(raw.length, this.what);
      return new Float32Array(raw.slice().buffer);
    }
    const start = raw.byteOffset - shift;
    new Uint8Array(raw.buffer).copyWithin(start, raw.byteOffset, raw.byteOffset + raw.length);
    return new Float32Array(raw.buffer, start, raw.length / 4);
  }

  /** Chunks of a packed field, of which there is one but for odd writers. */
  private joined(chunks: readonly Uint8Array[]): Uint8Array {
    if (chunks.length === 1) return chunks[0]!;
    this.source.allowance.take(
      chunks.reduce((sum, { length }) => sum + length, 0),
      this.what,
    );
    return Uint8Array.from(Buffer.concat(chunks));
  }

  private fromVarints(chunks: readonly Uint8Array[]): ConstantTensor['data'] {
    const { type, what } = this;
    const found = chunks.reduce((sum, chunk) => sum + varintsIn(chunk, what), 0);
    const count = isPacked(type) ? this.length : this.count;
    if (found !== count) throw new Malformed(`${what} has ${found} elements where its shape needs ${count}`);
    if (isPacked(type)) {
      const raw = new Uint8Array(count);
      this.eachVarint(chunks, (number, at) => (raw[at] = number.getUint8(0)));
      return this.fromRaw(raw);
    }
    const data = this.array();
    this.eachVarint(chunks, (number, at) => (data[at] = type.read(number, 0)));
    return data;
  }

  /** Calls `store` with each number of a packed field, in memory. */
  private eachVarint(chunks: readonly Uint8Array[], store: (number: DataView, at: number) => unknown): void {
    const { type } = this;
    const scratch = new DataView(new ArrayBuffer(8));
    let at = 0;
    for (const chunk of chunks) {
      const reader = new BinaryReader(chunk);
      while (reader.pos < reader.len) {
        // What is too wide for the type is cut to its lowest bits, as C does.
        if (type.onnx!.field === 'int32Data') scratch.setInt32(0, reader.int32(), true);
        else scratch.setBigUint64(0, BigInt.asUintN(64, BigInt(reader.uint64())), true);
        store(scratch, at++);
      }
    }
  }

  /** Types of 16 bits and less are exact in float32. */
  private array(): ConstantTensor['data'] {
    const isSmall = this.type.bytes <= 2;
    this.source.allowance.take(this.count * (isSmall ? 4 : 8), this.what);
    return isSmall ? new Float32Array(this.count) : new Float64Array(this.count);
  }
}

/** How many numbers a packed field holds. Throws Malformed where one has no end, of more than ten bytes. */
function varintsIn(chunk: Uint8Array, what: string): number {
  let count = 0;
  let length = 0;
  for (const byte of chunk) {
    length = byte < 0x80 ? 0 : length + 1;
    if (length === 0) count++;
    if (length === 10) break;
  }
  if (length > 0) throw new Malformed(`the data of ${what} end within a number`);
  return count;
}

export function tensorTitle(name: string): string {
  return `the tensor "${shortened(name)}"`;
}

/** Types of the standard that have no place in a network of float32. */
const otherTypes: Readonly<Record<number, string>> = {
  8: 'string',
  14: 'complex64',
  15: 'complex128',
  17: 'float8e4m3fn',
  18: 'float8e4m3fnuz',
  19: 'float8e5m2',
  20: 'float8e5m2fnuz',
  23: 'float4e2m1',
  24: 'float8e8m0',
};

/** `string`, `type 99`: what an error calls a type that cannot be read. */
export function typeName(code: number): string {
  return onnxType(code)?.name ?? otherTypes[code] ?? `type ${code}`;
}

interface NamedTensor extends ConstantTensor {
  /** Empty where the file has none. */
  readonly name: string;
}

/** Reads a file that holds one tensor, as ONNX's test data do (`input_0.pb`). Throws UsageError. */
export function readTensor(path: string): NamedTensor {
  return readingOf(path, 'write it again', () => {
    const { message, allowance } = decodeFile(TensorProtoSchema, path);
    const { name } = message;
    const what = name === '' ? 'its tensor' : tensorTitle(name);
    return { name, ...constantOf(message, what, { allowance, external: undefined }) };
  });
}

/** `AttributeProto.AttributeType` */
const types = { float: 1, int: 2, string: 3, tensor: 4, floats: 6, ints: 7, strings: 8 } as const;

const unsupported: Readonly<Record<number, string>> = {
  9: 'list of tensors',
  10: 'list of graphs',
  11: 'sparse tensor',
  12: 'list of sparse tensors',
  13: 'type',
  14: 'list of types',
};

/** What an attribute is made of that has no plain value, as `list of graphs "bodies"`; undefined where it has one. */
export function unsupportedAttribute(attribute: Proto<'AttributeProto'>): string | undefined {
  const name = `"${shortened(attribute.name)}"`;
  if (attribute.refAttrName !== '') return `reference to an attribute ${name}`;
  const kind = unsupported[attribute.type];
  if (kind !== undefined) return `${kind} ${name}`;
  if (attribute.g !== undefined) return unreadableGraph(attribute.g, name);
  if (typeOf(attribute) !== types.tensor || attribute.t === undefined) return undefined;
  const type = unreadableType(attribute.t);
  return type === undefined ? undefined : `tensor ${name} of ${type}`;
}

/** What a graph of an attribute holds that cannot be read, but for nodes. */
function unreadableGraph({ initializer, sparseInitializer }: Proto<'GraphProto'>, name: string): string | undefined {
  if (sparseInitializer.length > 0) return `graph ${name} with a sparse tensor`;
  const type = initializer.map(unreadableType).find((found) => found !== undefined);
  return type && `graph ${name} with a tensor of ${type}`;
}

/** Its plain value. `node` names the node in errors. Throws Malformed. */
export function attributeValue(attribute: Proto<'AttributeProto'>, node: string, source: TensorSource): Attribute {
  const what = `the attribute "${shortened(attribute.name)}" of ${node}`;
  switch (typeOf(attribute)) {
    case types.float:
      return attribute.f;
    case types.int:
      return clampInteger(attribute.i);
    case types.string:
      return textOf(attribute.s);
    case types.tensor:
      if (attribute.t === undefined) throw new Malformed(`${what} has no value`);
      return constantOf(attribute.t, what, source);
    case types.floats:
      return attribute.floats;
    case types.ints:
      return attribute.ints.map(clampInteger);
    case types.strings:
      return attribute.strings.map(textOf);
    default:
      throw new Malformed(`${what} has no value of a known type`);
  }
}

/** Files before version 2 of the IR do not say it. */
function typeOf(attribute: Proto<'AttributeProto'>): number {
  if (attribute.type !== 0) return attribute.type;
  const { field } = AttributeProtoSchema;
  if (isFieldSet(attribute, field.f)) return types.float;
  if (isFieldSet(attribute, field.i)) return types.int;
  if (isFieldSet(attribute, field.s)) return types.string;
  if (isFieldSet(attribute, field.t)) return types.tensor;
  if (attribute.floats.length > 0) return types.floats;
  if (attribute.ints.length > 0) return types.ints;
  return attribute.strings.length > 0 ? types.strings : 0;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
