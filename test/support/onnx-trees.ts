/** Protobufs changed as trees: every length stays right, so that what is wrong is found by what it means. */
import type { DescMessage } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { ModelProtoSchema } from '../../src/network/onnx/schema.js';
import type { Random } from '../../src/space/random.js';
import { mutatedBytes } from './onnx-mutations.js';

interface Field {
  number: number;
  type: WireType;
  /** Of a message its fields, else the bytes behind the tag, without a length. */
  content: Field[] | Uint8Array;
}

const texts: readonly string[] = [
  ...['', ' ', '/', '..', '../../../etc/passwd', '/etc/passwd', 'model.onnx', '__proto__', 'constructor', 'a\0b'],
  ...['\u001b[2J\u001b]0;owned\u0007', '\u202egnp', '\ud800', 'x'.repeat(3000), 'ai.onnx', 'com.microsoft', 'If'],
  ...['Loop', 'Conv', 'location', 'offset', 'length', '99999999999999', '-1', '1e9', '64'],
];
const numbers: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 5n, 6n, 7n, 8n, 11n, 13n, 14n, 16n, 19n, 22n, 23n, 127n, 65536n, 2n ** 31n - 1n, 2n ** 31n],
  ...[2n ** 32n, 2n ** 40n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n],
];

/** A model with one to three fields changed; `others` lend theirs. All must be whole. */
export function mutatedTree(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const tree = parsed(file, ModelProtoSchema);
  const lent = allFields(parsed(random.pick(others), ModelProtoSchema)).map(({ field }) => field);
  for (let left = 1 + random.int(3); left > 0; left--) changeOne(tree, lent, random);
  return encoded(tree);
}

function changeOne(tree: Field[], lent: readonly Field[], random: Random): void {
  const places = allFields(tree);
  if (places.length === 0) return;
  const { siblings, field } = random.pick(places);
  const at = siblings.indexOf(field);
  const other = random.pick(places).field;
  const changes: readonly (() => void)[] = [
    () => siblings.splice(at, 1),
    () => siblings.splice(at, 0, structuredClone(field)),
    () => siblings.splice(at, 1, structuredClone(random.pick(lent))),
    () => siblings.push(structuredClone(random.pick(lent))),
    () => siblings.push(structuredClone(other)),
    () => (field.content = structuredClone(other.content)),
    () => (field.number = 1 + random.int(25)),
    () => {
      random.shuffle(siblings);
    },
  ];
  if (random.float() < 0.5 && field.content instanceof Uint8Array) field.content = likeIt(field.content, field, random);
  else random.pick(changes)();
  if (Array.isArray(field.content) && field.type !== WireType.LengthDelimited) field.type = WireType.LengthDelimited;
}

/** Another content of the same type on the wire. */
function likeIt(content: Uint8Array, { type }: Field, random: Random): Uint8Array {
  if (type === WireType.Varint) return new BinaryWriter().uint64(random.pick(numbers)).finish();
  if (type !== WireType.LengthDelimited) return content.map(() => random.int(256));
  return random.float() < 0.6
    ? new TextEncoder().encode(random.pick(texts))
    : mutatedBytes(content, [content, new Uint8Array(64)], random);
}

function allFields(siblings: Field[]): { readonly siblings: Field[]; readonly field: Field }[] {
  return siblings.flatMap((field) => [
    { siblings, field },
    ...(Array.isArray(field.content) ? allFields(field.content) : []),
  ]);
}

function parsed(bytes: Uint8Array, schema: DescMessage | undefined): Field[] {
  const reader = new BinaryReader(bytes);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const child = schema?.fields.find((field) => field.number === number)?.message;
    const isLong = type === WireType.LengthDelimited;
    const content = isLong ? reader.bytes() : reader.skip(type);
    fields.push({ number, type, content: child === undefined || !isLong ? content : parsed(content, child) });
  }
  return fields;
}

function encoded(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, type, content } of fields) {
    const bytes = content instanceof Uint8Array ? content : encoded(content);
    writer.tag(number, type);
    if (type === WireType.LengthDelimited) writer.bytes(bytes);
    else writer.raw(bytes);
  }
  return writer.finish();
}
