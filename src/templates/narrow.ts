/**
 * Products of elements narrower than what they are summed in: a lane of a sum takes up four bytes of each operand in
 * one instruction, neighbours along the sum, where the machine has it: of the elements, or of copies in 16 bits.
 * Otherwise copies of the operands are as wide as the sums.
 */
import type { ElementType } from '../elements/element-type.js';
import { int16 } from '../elements/int16.js';
import { int8 } from '../elements/int8.js';
import { elementType, type KernelType } from '../elements/registry.js';
import { uint8 } from '../elements/uint8.js';
import type { Stage } from '../ir/stage.js';
import type { Layout, PackedDim } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import { computedIn, isValueType, weightsOf, type DType } from '../ir/tensor.js';
import { GROUP, type MatrixSizes, type VectorUnit } from '../target/vector-unit.js';
import { divisors } from './register-tile.js';
import { inBlock, tileInVectors } from './vector-axis.js';

/** How elements of a type are multiplied by weights and summed up. */
export interface Products {
  /** Neighbours along the sum that a lane takes up at once. */
  readonly group: number;
  /** Elements along the sum that an instruction takes up: a group, or several that a row of a matrix holds. */
  readonly step: number;
  /** What is added to the elements that are no weights, so that there is an instruction for them; 0 is nothing. */
  readonly shift: number;
  /** The type of copies of operands; undefined where they are as these are. */
  readonly widened: DType | undefined;
  /** The type of weights that are packed ahead, where it is another one. */
  readonly ahead: DType | undefined;
  /** How many instructions take up a group, about. */
  readonly instructions: number;
  /** The registers that sums lie in, where these are matrices. */
  readonly matrices: MatrixSizes | undefined;
}

/** Of elements as wide as their sums. */
export const single: Products = {
  ...{ group: 1, step: 1, shift: 0, instructions: 1 },
  ...{ widened: undefined, ahead: undefined, matrices: undefined },
};

/** Elements of 16 bits that a lane takes up at a time. */
const PAIR = GROUP / int16.bytes;

/** Fewer rows than these do not repay weights of twice the bytes. */
const REUSED = 8;

/** Fewer rows than these wait for weights in any case, and are in vectors at once. */
const FEWEST_ROWS = 4;

/** How many times as many steps of a sum rows that need no copy are worth. */
const EQUAL_STEPS = 4 / 3;

const otherSign: ReadonlyMap<ElementType, { readonly type: ElementType; readonly by: number }> = new Map([
  [int8, { type: uint8, by: 128 }],
  [uint8, { type: int8, by: -128 }],
]);

/** `terms`: of a sum; what is shorter than a group is not worth one. `rows`: that are multiplied by all weights. */
export function productsOf(dtype: DType, terms: number, rows: number, unit: VectorUnit): Products {
  const [data, weights, sum] = [elementType(dtype), elementType(weightsOf(dtype)), elementType(computedIn(dtype))];
  if (data === sum) return single;
  const group = GROUP / data.bytes;
  if (terms < group) return { ...single, widened: sum.name };
  // Of bytes with the other sign, 128 above these or below, there may be a faster dot product.
  const other = otherSign.get(data);
  const shifted = other && unit.instructionsOf('dot', other.type, int8, sum);
  const plain = unit.instructionsOf('dot', data, weights, sum);
  const inPairs = data.kind === 'whole' ? unit.instructionsOf('dot', int16, int16, sum) : undefined;
  const [own, pairs] = [Math.min(shifted ?? Infinity, plain ?? Infinity) / group, (inPairs ?? Infinity) / PAIR];
  if (inPairs !== undefined && pairs < own && rows >= REUSED)
    return { ...single, group: PAIR, step: PAIR, widened: int16.name, ahead: int16.name, instructions: inPairs };
  const narrow = { ...single, group, step: group };
  if (shifted !== undefined && shifted < (plain ?? Infinity))
    return { ...narrow, shift: other!.by, instructions: shifted };
  if (plain !== undefined) return { ...narrow, instructions: plain };
  const repays = rows >= REUSED && sum.bytes <= 2 * weights.bytes;
  return { ...single, widened: sum.name, ahead: repays ? sum.name : undefined };
}

/**
 * The same of templates whose sums may lie in matrices. A sum is cut into equal steps where that takes few more of
 * them, so that rows may be read where they lie, and otherwise filled up.
 */
export function matrixProductsOf(dtype: DType, terms: number, rows: number, unit: VectorUnit): Products {
  const { matrices } = unit;
  const [data, weights, sum] = [elementType(dtype), elementType(weightsOf(dtype)), elementType(computedIn(dtype))];
  const isThere = matrices?.can(data, weights, sum) === true && matrices.can(weights, data, sum);
  if (!isThere || rows < FEWEST_ROWS) return productsOf(dtype, terms, rows, unit);
  const group = GROUP / data.bytes;
  const { registers, rows: height, bytes } = matrices;
  const step = group * groupsOfStep(Math.ceil(terms / group), bytes / GROUP);
  return { ...single, group, step, matrices: { registers, rows: height, bytes } };
}

/** Of a sum of so many groups, those that a step takes, of which there can be `most`. */
function groupsOfStep(groups: number, most: number): number {
  const steps = Math.ceil(groups / most);
  const equal = divisors(groups, most).at(-1)!;
  return groups / equal <= EQUAL_STEPS * steps ? equal : Math.ceil(groups / steps);
}

/** Registers for a tile and what it reads: several instructions have a product in one on its way to the sum. */
export function registersFor({ instructions }: Products, { registers }: VectorUnit): Pick<VectorUnit, 'registers'> {
  return { registers: instructions > 1 ? registers - 1 : registers };
}

/** A dimension of a copy along the sum, in groups. */
export function inGroups(dim: number, { group, step }: Products): readonly [Layout[number], ...PackedDim[]] {
  if (group === 1) return [dim];
  const outer = { dim, part: 'outer', tile: group } as const;
  const inner = { dim, part: 'inner', tile: group } as const;
  return [step === group ? outer : { ...outer, whole: step / group }, inner];
}

/** Types that kernels for a CPU multiply: floats, and whole numbers that are narrower than their sums. */
export const isOnCpu = ({ name, kernels: { cuda } }: KernelType): boolean =>
  isValueType(name) || (isNarrow(name) && !cuda?.matrixOnly);

/** Types that kernels for a CPU read and write whatever they compute in: those, and what sums of whole numbers are. */
export const isReadOnCpu = (type: KernelType): boolean => isOnCpu(type) || type === elementType(computedIn(int8.name));

/** Whether elements are not summed up as they lie in memory. */
export function isNarrow(dtype: DType): boolean {
  return computedIn(dtype) !== dtype;
}

/** The steps of a sum's loop, whose groups one instruction takes up in the innermost loop. */
export function stepsOf(sums: Stage, loop: Loop, { group }: Products): Loop {
  if (group === 1) return loop;
  const [steps, inGroup] = sums.split(loop, group, 'zero');
  const behind = sums.loops.slice(sums.loops.indexOf(inGroup) + 1);
  if (behind.length > 0) sums.reorder(...behind, inGroup);
  sums.tensorize(inGroup);
  return steps;
}

/** How weights lie: side by side along an axis of the result, so many, and along the sum from the outermost axis in. */
interface WeightsView {
  readonly column: string;
  readonly tile: number;
  readonly sum: readonly string[];
  /** The axis of the sum that is cut into groups. */
  readonly grouped: string;
}

/** The sums of the weights that are taken back where data are shifted, in vectors where these fill a tile. */
export function sumWeights(
  s: Schedule,
  shift: Stage,
  { column, tile, sum, grouped }: WeightsView,
  products: Products,
  lanes: number,
): void {
  const sums = s.cacheWrite(shift, 'register');
  const extent = shift.compute.axes.find(({ name }) => name === column)?.extent ?? 0;
  const width = tile >= extent ? lanes : [lanes, lanes / 2].find((some) => some >= GROUP && tile % some === 0);
  if (extent === 0 || width === undefined) {
    sums.computeAt(shift, shift.loops.at(-1)!);
    return;
  }
  const [, inTile] = shift.split(shift.loop(column), tile, 'peel');
  const [vector] = inBlock(shift, inTile, width);
  sums.computeAt(shift, vector);
  const loops = sum.map((axis) => {
    return axis === grouped ? stepsOf(sums, sums.loop(axis), products) : sums.loop(axis);
  });
  tileInVectors(sums, loops, [], sums.loop(column), width);
}
