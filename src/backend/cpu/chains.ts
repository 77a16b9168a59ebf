/**
 * The fastest multiply-adds of a CPU on elements of a type, as native/chains.h is given them: dot products where an
 * instruction set has some for the widest vectors, and otherwise what the type's sums are computed in.
 */
import type { ElementType } from '../../elements/element-type.js';
import { elementType, isWhole } from '../../elements/registry.js';
import { computedIn, weightsOf, type DType } from '../../ir/tensor.js';
import { registersOf } from './codegen/matrix-regions.js';
import { VectorHelpers } from './codegen/vector.js';
import type { CpuVectors } from './isa/cpu-vectors.js';
import type { MatrixInstruction, Operation } from './isa/instruction-set.js';

/** Whether one instruction multiplies vectors or matrices of a type and adds the products up. */
export function multipliesAtOnce(unit: CpuVectors, dtype: DType): boolean {
  const dot = fastestDot(unit, dtype);
  const inVectors = dot !== undefined && dot.types[0]!.name === dtype && dot.instructions === undefined;
  return inVectors || matrixProduct(unit, dtype) !== undefined;
}

/** Definitions for the compiler: a macro is one line. */
export function chainFlags(unit: CpuVectors, dtype: DType): readonly string[] {
  const definitions = matrixChains(unit, dtype) ?? vectorChains(unit, dtype);
  return ['-fwrapv', ...Object.entries(definitions).map(([name, text]) => `-D${name}=${text}`)];
}

type Definitions = Readonly<Record<string, string | number | undefined>>;

function matrixProduct({ matrices }: CpuVectors, dtype: DType): MatrixInstruction | undefined {
  const types = [dtype, weightsOf(dtype), computedIn(dtype)].map(elementType);
  return matrices?.products.find((one) => one.types.every((type, i) => type === types[i]));
}

/** Of matrices in registers, where an instruction multiplies some of the type. */
function matrixChains(unit: CpuVectors, dtype: DType): Definitions | undefined {
  const { matrices } = unit;
  const product = matrixProduct(unit, dtype);
  if (!matrices || !product) return undefined;
  const { sum, a, b, side } = registersOf(matrices);
  const { rows, bytes } = matrices;
  const registers = Array.from({ length: matrices.registers }, (_, register) => [register, { rows, bytes }] as const);
  const sums = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => product.text(sum(i, j), a(i), b(j))),
  ).flat();
  return {
    MATRICES: `${matrices.ask} ${matrices.configure(new Map(registers))}`,
    ...{ STEP: sums.join(' '), END: matrices.release },
    PRODUCTS: (sums.length * rows * bytes * bytes) / (product.types[0].bytes * product.types[2].bytes),
  };
}

function vectorChains(unit: CpuVectors, dtype: DType): Definitions {
  const sum = elementType(computedIn(dtype));
  const dot = fastestDot(unit, dtype);
  const types = dot?.types ?? [sum, sum, sum];
  const helpers = new VectorHelpers(unit);
  const [a, b, x] = types.map((type) => helpers.type(type, unit.lanesOf(type)));
  const step = dot ? helpers.operation('dot', types, unit.bytes, ['x', 'a', 'b']) : 'x * a + b';
  return {
    CHAIN_TYPES: helpers.text().join(' ').replaceAll('\n', ' '),
    ...{ FIRST: a, SECOND: b, SUM: x, 'STEP(x)': `x = ${step}`, PRODUCTS: unit.lanesOf(types[0]!) },
  };
}

/**
 * Whole numbers of a sign may be multiplied as those of the other one, moved by a half of them, or as wider ones;
 * floats may not.
 */
function fastestDot(unit: CpuVectors, dtype: DType): Operation | undefined {
  const [type, sum] = [elementType(dtype), elementType(computedIn(dtype))];
  const [fastest] = unit
    .operations('dot')
    .filter(({ types: [first, , to] }) => to === sum && (first === type || (isWhole(dtype) && canHold(first!, type))))
    .toSorted((a, b) => cost(a) - cost(b));
  return fastest;
}

/** Instructions for as many products, wide elements being fewer in a vector. */
function cost({ instructions = 1, types }: Operation): number {
  return instructions * types[0]!.bytes;
}

function canHold(wide: ElementType, type: ElementType): boolean {
  return wide.kind === type.kind && wide.bytes >= type.bytes;
}
