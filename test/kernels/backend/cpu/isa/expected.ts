/** Operands of operations, and what these have to make of them. */
import type { ElementType } from '../../../../../src/elements/element-type.js';
import type { Random } from '../../../../../src/space/random.js';
import { converted, multiplyAdd, quirksOf, wholeDot } from './meanings.js';
import { readLane, writeLane } from './lanes.js';
import { lanesOf, OPERANDS, ROOM, UNTOUCHED, type Case } from './program.js';

const floatEdges = [0, -0, Infinity, -Infinity, NaN, 1, -1, 65504, 65520, -65536, 2 ** -14, 2 ** -24, 2 ** -25];
const wholeEdges = [0, -1, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000];

/** Bytes of a, b and c: random bits, edges, and numbers near one; of a mask all bits of a lane or none. */
export function operandsOf(one: Case, random: Random): Buffer {
  const input = Buffer.alloc(OPERANDS * ROOM);
  for (let at = 0; at < input.length; at++) input[at] = random.int(256);
  const [first] = one.types;
  for (let place = 0; place < OPERANDS; place++) {
    const type = one.does === 'dot' ? one.types[place]! : first!;
    const operand = input.subarray(place * ROOM, (place + 1) * ROOM);
    for (let lane = 0; lane < ROOM / type.bytes; lane++) drawLane(operand, type, lane, random);
    if (one.does === 'blend' && place === 2)
      for (let lane = 0; lane < ROOM / type.bytes; lane++)
        operand.fill(random.int(2) === 0 ? 0 : 0xff, lane * type.bytes, (lane + 1) * type.bytes);
  }
  return input;
}

/** A lane of random bits, or one of the edges of its type, or a float of about one; a byte is drawn already. */
export function drawLane(operand: Buffer, type: ElementType, lane: number, random: Random): void {
  const kind = random.int(8);
  const isWhole = type.name.includes('int');
  if (kind === 0 && isWhole) operand.writeUIntLE(pickWhole(type, random), lane * type.bytes, type.bytes);
  if (kind === 0 && !isWhole) writeLane(operand, type, lane, converted(random.pick(floatEdges), type, {}));
  if (kind > 2 && !isWhole) writeLane(operand, type, lane, converted((random.float() - 0.5) * 8, type, {}));
}

function pickWhole({ bytes }: ElementType, random: Random): number {
  return random.pick(wholeEdges.map((value) => (value >>> 0) % 2 ** (8 * bytes)));
}

/** Whether a case of a set wrote what its operation means; a NaN is as good as any other. */
export function isRight(one: Case, input: Buffer, written: Buffer, set: string): boolean {
  const expected = expectedOf(one, input, set);
  if (written.equals(expected)) return true;
  const type = one.types.at(-1)!;
  return Array.from({ length: ROOM / type.bytes }, (_, lane) => {
    const same =
      written
        .subarray(lane * type.bytes)
        .compare(expected, lane * type.bytes, (lane + 1) * type.bytes, 0, type.bytes) === 0;
    const isNoNumber = Number.isNaN(readLane(written, type, lane)) && Number.isNaN(readLane(expected, type, lane));
    return same || isNoNumber || isBeyond(one, input, written, lane);
  }).every(Boolean);
}

/**
 * Whether a float is too large for the whole numbers that it is converted to: any large one is as good, and all is
 * where it may not be as large.
 */
function isBeyond({ does, types: [from, to] }: Case, input: Buffer, written: Buffer, lane: number): boolean {
  const isConverted = does.startsWith('convert') && from!.kind === 'floating' && to!.kind === 'whole';
  if (!isConverted || lane >= ROOM / from!.bytes || !(readLane(input, from!, lane) >= to!.limits[1])) return false;
  return does === 'convertBelow' || readLane(written, to!, lane) > 0.99 * to!.limits[1];
}

/** What a case writes. */
export function expectedOf(one: Case, input: Buffer, set: string): Buffer {
  const { does, types, part, picks } = one;
  const [first, second = first, third = second] = types as readonly [ElementType, ElementType?, ElementType?];
  const [lanes, , sums] = lanesOf(one) as readonly [number, number, number];
  const [a, b, c] = [0, 1, 2].map((place) => input.subarray(place * ROOM, (place + 1) * ROOM)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const output = Buffer.alloc(ROOM, UNTOUCHED);
  const bits = (from: Buffer, lane: number): Buffer => from.subarray(lane * first.bytes, (lane + 1) * first.bytes);
  const copied = (lane: number, from: Buffer): number => from.copy(output, lane * first.bytes);
  const each = (count: number, write: (lane: number) => void): void => {
    for (let lane = 0; lane < count; lane++) write(lane);
  };
  const number = (from: Buffer, lane: number): number => readLane(from, first, lane);
  switch (does) {
    case 'load':
    case 'loadPart':
      output.fill(0, 0, lanes * first.bytes);
      a.copy(output, 0, 0, part * first.bytes);
      break;
    case 'store':
    case 'storePart':
      a.copy(output, ROOM - part * first.bytes, 0, part * first.bytes);
      break;
    case 'min':
      each(lanes, (lane) => copied(lane, bits(number(a, lane) < number(b, lane) ? a : b, lane)));
      break;
    case 'max':
      each(lanes, (lane) => copied(lane, bits(number(a, lane) > number(b, lane) ? a : b, lane)));
      break;
    case 'shuffle':
      each(lanes, (lane) => copied(lane, picks[lane]! < lanes ? bits(a, picks[lane]!) : bits(b, picks[lane]! - lanes)));
      break;
    case 'broadcast':
      // It is made by an addition to zero.
      each(lanes, (lane) => {
        if (first.bytes === 2) copied(lane, bits(a, 0));
        else writeLane(output, first, lane, number(a, 0) + 0);
      });
      break;
    case 'blend':
      each(lanes, (lane) => copied(lane, bits(bits(c, lane)[0] === 0 ? b : a, lane)));
      break;
    case 'sqrt':
      each(lanes, (lane) => {
        writeLane(output, first, lane, Math.fround(Math.sqrt(number(a, lane))));
      });
      break;
    case 'fma':
      each(lanes, (lane) => {
        writeLane(output, first, lane, multiplyAdd(number(a, lane), number(b, lane), number(c, lane)));
      });
      break;
    case 'convert':
    case 'convertBelow':
      each(lanes, (lane) => {
        const value = number(a, lane);
        const view = new DataView(output.buffer, output.byteOffset);
        if (second.kind === 'whole')
          second.write(view, lane * second.bytes, Number.isNaN(value) ? second.limits[0] : value);
        else writeLane(output, second, lane, converted(value, second, quirksOf[set] ?? {}));
      });
      break;
    case 'dot':
      each(sums, (lane) => {
        const group = lanes / sums;
        const places = Array.from({ length: group }, (_, i) => lane * group + i);
        const [x, y] = [places.map((i) => readLane(a, first, i)), places.map((i) => readLane(b, second, i))];
        const sum = readLane(c, third, lane);
        writeLane(output, third, lane, (quirksOf[set]?.floatDot ?? wholeDot)(x, y, sum));
      });
  }
  return output;
}
