/** Protobuf's wire format, checked before it is decoded: the decoder believes lengths, and takes memory as it likes. */
import { ScalarType, type DescField, type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { Allowance, Malformed, readProtobuf } from './read-file.js';

/** https://protobuf.dev/programming-guides/encoding */
const wire = { varint: 0, bits64: 1, bytes: 2, bits32: 5 } as const;

const LARGEST_FIELD = 2 ** 29 - 1;

/** Bytes of memory that a decoded message takes, and an item of a list, at most; both measured, and rounded up. */
const MESSAGE = 400;
const ITEM = 48;

/** Messages inside of each other. A graph in a graph is three; everything else has seven at most. */
const DEEPEST = 40;

/**
 * Checks that everything ends inside of what it is in, that known fields have the type on the wire that they must have,
 * and that decoding takes no more than the allowance. Throws Malformed with the place: `graph.node[3].attribute[0]`.
 */
function checkWire(schema: DescMessage, bytes: Uint8Array, allowance: Allowance): void {
  new Walk(bytes, allowance).message(schema, bytes.length, '');
}

class Walk {
  #at = 0;
  #depth = 0;
  readonly #fields = new Map<DescMessage, ReadonlyMap<number, DescField>>();

  constructor(
    readonly bytes: Uint8Array,
    readonly allowance: Allowance,
  ) {}

  message(schema: DescMessage, end: number, where: string): void {
    if (this.#depth === DEEPEST) throw new Malformed(`its graphs are nested too deep: ${where}`);
    this.#depth++;
    this.#fieldsIn(schema, end, where);
    this.#depth--;
  }

  #fieldsIn(schema: DescMessage, end: number, where: string): void {
    this.allowance.take(MESSAGE, where);
    const fields = this.#fieldsOf(schema);
    const seen = new Map<number, number>();
    while (this.#at < end) {
      const tag = this.#varint(end, where);
      const number = Math.floor(tag / 8);
      if (number < 1 || number > LARGEST_FIELD) throw damaged(`field number ${number} ${inside(where)}`);
      const field = fields.get(number);
      const index = seen.get(number) ?? 0;
      seen.set(number, index + 1);
      this.#value(field, tag % 8, end, placeOf(where, field, number, index));
    }
  }

  #value(field: DescField | undefined, type: number, end: number, where: string): void {
    if (field !== undefined) {
      this.allowance.take(ITEM, where);
      const isPacked = type === wire.bytes && field.fieldKind === 'list' && isNumber(field);
      if (type !== wireOf(field) && !isPacked) throw damaged(`${where} has wire type ${type}`);
    }
    if (type === wire.varint) this.#varint(end, where);
    else if (type === wire.bits32) this.#skip(4, end, where);
    else if (type === wire.bits64) this.#skip(8, end, where);
    else if (type === wire.bytes) this.#delimited(field, end, where);
    else throw damaged(`${where} has wire type ${type}`);
  }

  #delimited(field: DescField | undefined, end: number, where: string): void {
    const length = this.#varint(end, where);
    const stop = this.#at + length;
    if (!(stop <= end)) throw damaged(`${where} claims ${length} bytes, and ${end - this.#at} are left`);
    if (field?.message !== undefined) this.message(field.message, stop, where);
    else if (field !== undefined && isNumber(field)) this.#packed(field, stop, where);
    else {
      if (field?.scalar === ScalarType.STRING) this.allowance.take(2 * length, where);
      this.#at = stop;
    }
  }

  #packed(field: DescField, end: number, where: string): void {
    while (this.#at < end) {
      this.allowance.take(ITEM, where);
      if (wireOf(field) === wire.bits32) this.#skip(4, end, where);
      else this.#varint(end, where);
    }
  }

  #skip(length: number, end: number, where: string): void {
    this.#at += length;
    if (this.#at > end) throw damaged(`it ends ${inside(where)}`);
  }

  #varint(end: number, where: string): number {
    const start = this.#at;
    for (let value = 0; this.#at < end;) {
      const byte = this.bytes[this.#at]!;
      value += (byte & 0x7f) * 2 ** (7 * (this.#at++ - start));
      if (byte < 0x80) return value;
      if (this.#at - start === 10) throw damaged(`a number ${inside(where)} has no end`);
    }
    throw damaged(`it ends ${inside(where)}`);
  }

  #fieldsOf(schema: DescMessage): ReadonlyMap<number, DescField> {
    const known = this.#fields.get(schema) ?? new Map(schema.fields.map((field) => [field.number, field]));
    this.#fields.set(schema, known);
    return known;
  }
}

function placeOf(where: string, field: DescField | undefined, number: number, index: number): string {
  const name = field === undefined ? `field ${number}` : field.name;
  const own = field?.fieldKind === 'list' ? `${name}[${index}]` : name;
  return where === '' ? own : `${where}.${own}`;
}

function isNumber({ scalar }: DescField): boolean {
  return scalar !== undefined && scalar !== ScalarType.STRING && scalar !== ScalarType.BYTES;
}

/** Of the types that ONNX's schema has: int32, int64, float, string, bytes, messages. */
function wireOf(field: DescField): number {
  if (!isNumber(field)) return wire.bytes;
  return field.scalar === ScalarType.FLOAT ? wire.bits32 : wire.varint;
}

function inside(where: string): string {
  return where === '' ? 'at the top' : `in ${where}`;
}

function damaged(how: string): Malformed {
  return new Malformed(`it is cut off, damaged or not an ONNX file (${how})`);
}

interface Decoded<T> {
  readonly message: T;
  /** What is left for numbers that are converted. */
  readonly allowance: Allowance;
}

/** The protobuf in a file. Bytes of it are views of one buffer, which is nobody else's. Throws Malformed. */
export function decodeFile<D extends DescMessage>(schema: D, path: string): Decoded<MessageShape<D>> {
  const bytes = readProtobuf(path);
  const allowance = new Allowance(bytes.length);
  checkWire(schema, bytes, allowance);
  return { message: decoded(schema, bytes), allowance };
}

function decoded<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  try {
    return fromBinary(schema, bytes, { readUnknownFields: false });
  } catch (error) {
    throw new Malformed(`it is not an ONNX file (${(error as Error).message})`);
  }
}
