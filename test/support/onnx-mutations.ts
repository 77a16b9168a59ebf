/** Bytes of protobufs as somebody could have changed them, by accident or to do harm. */
import type { Random } from '../../src/space/random.js';

const bytes: readonly number[] = [0, 1, 0x7f, 0x80, 0xff];
/** Lengths and numbers as varints: 2^31 - 1, 2^32 - 1, 2^40, -1, and one that never ends. */
const varints: readonly (readonly number[])[] = [
  [0],
  [0x7f],
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x20],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  Array.from({ length: 64 }, () => 0xff),
];

/** A file with one to four things changed; `others` lend it parts of theirs. */
export function mutatedBytes(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let changed = file;
  for (let left = 1 + random.int(4); left > 0; left--) changed = changedOnce(changed, others, random);
  return changed;
}

function changedOnce(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  if (file.length === 0) return Uint8Array.of(random.int(256));
  const at = random.int(file.length);
  const length = random.int(Math.min(file.length - at, random.pick([4, 64, 4096])) + 1);
  const [head, middle, tail] = [file.subarray(0, at), file.subarray(at, at + length), file.subarray(at + length)];
  const field = fieldAt(file, random);
  const changes: readonly (() => Uint8Array)[] = [
    () => joined(head, [random.int(256)], file.subarray(at + 1)),
    () => joined(head, [file[at]! ^ (1 << random.int(8))], file.subarray(at + 1)),
    () => joined(head, [random.pick(bytes)], file.subarray(at + 1)),
    () => head,
    () => joined(head, tail),
    () => joined(head, middle, middle, tail),
    () => joined(head, random.pick(varints), file.subarray(at + 1)),
    () => joined(head, partOf(random.pick(others), random), tail),
    () => joined(file, partOf(random.pick(others), random)),
    // Of a whole field: twice, gone, its length another one, its type on the wire another one.
    () => joined(file.subarray(0, field.end), file.subarray(field.start, field.end), file.subarray(field.end)),
    () => joined(file.subarray(0, field.start), file.subarray(field.end)),
    () => joined(file.subarray(0, field.start + 1), random.pick(varints), file.subarray(field.start + 2)),
    () => joined(file.subarray(0, field.start), [random.int(256)], file.subarray(field.start + 1)),
  ];
  return random.pick(changes)();
}

interface Field {
  readonly start: number;
  readonly end: number;
}

/** Something inside of the file that looks like a field with a short length, or a byte. */
function fieldAt(file: Uint8Array, random: Random): Field {
  for (let tries = 0; tries < 32; tries++) {
    const start = random.int(file.length);
    const length = file[start + 1] ?? 0xff;
    const isField = file[start]! % 8 === 2 && length < 0x80 && start + 2 + length <= file.length;
    if (isField) return { start, end: start + 2 + length };
  }
  const start = random.int(file.length);
  return { start, end: start + 1 };
}

function partOf(file: Uint8Array, random: Random): Uint8Array {
  const start = random.int(file.length + 1);
  return file.subarray(start, start + random.int(Math.min(file.length - start, 256) + 1));
}

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Uint8Array.from(part)));
}
