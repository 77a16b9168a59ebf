/**
 * Operators that are computed in float32 whatever lies in memory: their inputs and their output are of one type, which
 * a field of the shape says.
 */
import type { z } from 'zod';
import { isWhole } from '../elements/registry.js';
import { elementBytes, type Computation, type DType } from '../ir/tensor.js';
import { storedAs } from '../ir/stored-as.js';
import type { LogArguments } from './args.js';
import { defineOperator, type Declaration, type ShapedOperator } from './declaration.js';
import { elementTypeField } from './fields.js';
import type { ShapeRecord, ShapeSchema } from './shape.js';

/** The fields of an operator, as a `z.object` that takes another one. */
interface Fields<Shape> extends ShapeSchema<Shape> {
  extend(more: { readonly dtype: z.ZodType<DType> }): ShapeSchema<Typed<Shape>>;
}

type Typed<Shape> = Shape & { readonly dtype: DType };

interface FloatDeclaration<Shape> extends Omit<Declaration<Shape>, 'shape'> {
  readonly shape: Fields<Shape>;
  /** On elements of whole numbers as they are, where that comes to the same; otherwise undefined. */
  readonly ofWhole?: (shape: Shape, dtype: DType) => Computation | undefined;
}

/** An operator as it is on float32: `declaration.flops` are then those of floats, or their bytes. */
export function defineFloatOperator<Shape extends ShapeRecord>(
  declaration: FloatDeclaration<Shape>,
): ShapedOperator<Typed<Shape>> {
  const { shape, flops, computation, ofWhole, log, counts } = declaration;
  const { order, last = [], later = [] }: LogArguments<Shape> = log ?? { order: Object.keys(shape.shape) };
  const perFloat = (dtype: DType): number => (counts === 'bytes' ? elementBytes(dtype) / 4 : 1);
  return defineOperator<Typed<Shape>>({
    ...declaration,
    shape: shape.extend({ dtype: elementTypeField() }),
    log: { order: order as LogArguments<Typed<Shape>>['order'], last: [...last, 'dtype'], later },
    flops: (s) => flops(s) * perFloat(s.dtype),
    computation: (s) => (isWhole(s.dtype) ? ofWhole?.(s, s.dtype) : undefined) ?? storedAs(computation(s), s.dtype),
  });
}
