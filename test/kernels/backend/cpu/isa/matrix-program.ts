/** The instructions of a set for matrices as a program that applies them to what it reads, and what it has to write. */
import type { ElementType } from '../../../../../src/elements/element-type.js';
import type {
  MatrixInstructions,
  MatrixInstruction,
  MatrixShape,
} from '../../../../../src/backend/cpu/isa/instruction-set.js';
import type { Random } from '../../../../../src/space/random.js';
import { drawLane } from './expected.js';
import { readLane, writeLane } from './lanes.js';
import { quirksOf, wholeDot } from './meanings.js';
import { UNTOUCHED } from './program.js';

/** Bytes of a sum, and of what lies side by side in a column of the second operand. */
const GROUP = 4;
/** Bytes between the rows of an operand. */
const GAP = 20;
/** What a case writes: the product added to c and to zeros, and the registers once their sizes are set again. */
const RESULTS = 3;

/** c, with so many rows and columns, of a sum of so many groups. */
export interface MatrixCase {
  readonly product: MatrixInstruction;
  readonly rows: number;
  readonly groups: number;
  readonly columns: number;
  /** Of c, a and b. */
  readonly registers: readonly [number, number, number];
}

/** Every product of a set on several shapes, the smallest and the largest among them, in registers by chance. */
export function matrixCasesOf({ products, registers, rows, bytes }: MatrixInstructions, random: Random): MatrixCase[] {
  const most = [rows, bytes / GROUP, bytes / GROUP] as const;
  const drawn = Array.from({ length: 5 }, () => most.map((extent) => 1 + random.int(extent)));
  const shapes = [[1, 1, 1], [rows, 1, 1], [1, most[1], 1], [1, 1, most[2]], most, most, ...drawn];
  return products.flatMap((product) =>
    shapes.map(([height, groups, columns]) => {
      const free = Array.from({ length: registers }, (_, i) => i);
      const take = (): number => free.splice(random.int(free.length), 1)[0]!;
      return { product, rows: height, groups: groups, columns: columns, registers: [take(), take(), take()] };
    }),
  );
}

/** Where something lies among what is read or written. */
interface Place extends MatrixShape {
  readonly at: number;
  readonly stride: number;
}

function placesOf(shapes: readonly MatrixShape[]): { readonly places: readonly Place[]; readonly size: number } {
  let size = 0;
  const places = shapes.map((shape) => {
    const place = { ...shape, at: size, stride: shape.bytes + GAP };
    size += shape.rows * place.stride;
    return place;
  });
  return { places, size };
}

/** c, a and b. */
function operandsOf({ rows, groups, columns }: MatrixCase): ReturnType<typeof placesOf> {
  return placesOf([
    { rows, bytes: columns * GROUP },
    { rows, bytes: groups * GROUP },
    { rows: groups, bytes: columns * GROUP },
  ]);
}

function resultsOf({ rows, columns }: MatrixCase): ReturnType<typeof placesOf> {
  return placesOf(Array.from({ length: RESULTS }, () => ({ rows, bytes: columns * GROUP })));
}

export function outputBytes(one: MatrixCase): number {
  return resultsOf(one).size;
}

/** Reads rounds of operands for all cases from stdin and writes their results. */
export function matrixProgram(unit: MatrixInstructions, cases: readonly MatrixCase[]): string {
  const room = Math.max(...cases.flatMap((one) => [operandsOf(one).size, resultsOf(one).size]));
  return [
    '#include <stdio.h>\n#include <string.h>',
    ...cases.map((one, i) => functionOf(unit, one, i)),
    'int main(void) {',
    `  static char in[${room}], out[${room}];`,
    `  ${unit.ask}`,
    '  for (;;) {',
    ...cases.flatMap((one, i) => {
      const [read, written] = [operandsOf(one).size, resultsOf(one).size];
      return [
        `    if (fread(in, ${read}, 1, stdin) != 1) return ${i === 0 ? 0 : 2};`,
        `    memset(out, ${UNTOUCHED}, sizeof out);`,
        `    case_${i}(in, out);`,
        `    fwrite(out, ${written}, 1, stdout);`,
      ];
    }),
    '  }',
    '}',
    '',
  ].join('\n');
}

function functionOf(unit: MatrixInstructions, one: MatrixCase, i: number): string {
  const { product, registers } = one;
  const operands = operandsOf(one).places;
  const stores = resultsOf(one).places.map(({ at, stride }) => unit.store(registers[0], `out + ${at}`, `${stride}L`));
  const sizes = unit.configure(new Map(operands.map(({ rows, bytes }, o) => [registers[o]!, { rows, bytes }])));
  const multiply = product.text(...registers);
  const lines = [
    sizes,
    ...operands.map(({ at, stride }, o) => unit.load(registers[o]!, `in + ${at}`, `${stride}L`)),
    ...[multiply, stores[0]!, unit.zero(registers[0]), multiply, stores[1]!, sizes, stores[2]!, unit.release],
  ];
  return [`static void case_${i}(const char *in, char *out) {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');
}

/** How elements are drawn: of about one, of whatever bits and edges, or so that products underflow. */
export type Drawn = 'usual' | 'any' | 'tiny';

/** What a case reads. */
export function matrixOperands(one: MatrixCase, how: Drawn, random: Random): Buffer {
  const { places, size } = operandsOf(one);
  const input = Buffer.alloc(size);
  for (let at = 0; at < size; at++) input[at] = random.int(256);
  const { types } = one.product;
  const inOrder = [types[2], types[0], types[1]] as const;
  places.forEach(({ at, rows, bytes, stride }, operand) => {
    const type = inOrder[operand]!;
    for (let row = 0; row < rows; row++) {
      const lanes = input.subarray(at + row * stride, at + row * stride + bytes);
      for (let lane = 0; lane < bytes / type.bytes; lane++)
        if (how === 'any' || type.kind === 'whole') drawLane(lanes, type, lane, random);
        else writeLane(lanes, type, lane, drawFloat(how, operand, random));
    }
  });
  return input;
}

/** A number that bfloat16 has; the first operand is the sum. */
function drawFloat(how: 'usual' | 'tiny', operand: number, random: Random): number {
  const exponent = random.int(12) - 6 - (how === 'usual' ? 0 : operand === 0 ? 126 : 63);
  return (random.int(2) === 0 ? 1 : -1) * (1 + random.int(128) / 128) * 2 ** exponent;
}

/** What a case of a set writes. */
export function matrixResults(one: MatrixCase, input: Buffer, set: string): Buffer {
  const { product, columns, rows, groups } = one;
  const [first, second, third] = product.types;
  const [c, a, b] = operandsOf(one).places as readonly [Place, Place, Place];
  const { places, size } = resultsOf(one);
  const output = Buffer.alloc(size, UNTOUCHED);
  const group = GROUP / first.bytes;
  const terms = Array.from({ length: groups * group }, (_, k) => k);
  const read = ({ at, stride }: Place, row: number, type: ElementType, lane: number): number =>
    readLane(input.subarray(at + row * stride), type, lane);
  const dot = quirksOf[set]?.matrixDot ?? wholeDot;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [
        terms.map((k) => read(a, row, first, k)),
        terms.map((k) => read(b, Math.floor(k / group), second, column * group + (k % group))),
      ];
      const sums = [dot(x, y, read(c, row, third, column)), dot(x, y, 0), 0];
      places.forEach(({ at, stride }, i) => {
        writeLane(output.subarray(at + row * stride), third, column, sums[i]!);
      });
    }
  return output;
}

/** Whether that is what was written; a NaN is as good as any other. */
export function isSame({ product }: MatrixCase, written: Buffer, expected: Buffer): boolean {
  if (written.equals(expected)) return true;
  const type = product.types[2];
  return Array.from({ length: written.length / type.bytes }, (_, lane) => {
    const [from, to] = [lane * type.bytes, (lane + 1) * type.bytes];
    const isNoNumber = Number.isNaN(readLane(written, type, lane)) && Number.isNaN(readLane(expected, type, lane));
    return isNoNumber || written.subarray(from, to).equals(expected.subarray(from, to));
  }).every(Boolean);
}
