import type { DeclaredValue, OnnxModel } from '../onnx/model.js';
import { didYouMean } from '../../target/nearest.js';
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import { shapeText, sizeOf } from './operators/attributes.js';
import type { ValueType } from './graph.js';

/** Extents for inputs by name, as `--shape input=1x3x224x224` says them. */
export type Shapes = ReadonlyMap<string, readonly number[]>;

/**
 * Types of a model's inputs: an extent with a name is what `shapes` says of an input that has it.
 *
 * @throws UsageError where an extent stays unknown, or a shape contradicts the model.
 */
export function inputTypes(model: OnnxModel, shapes: Shapes): ReadonlyMap<string, ValueType> {
  refuseUnknownInputs(model, shapes.keys());
  const symbols = symbolsOf(model, shapes);
  return new Map(
    model.inputs.map((input) => [input.name, { type: input.type, shape: shapeOf(input, shapes, symbols) }]),
  );
}

export function hasAllShapes(model: OnnxModel, shapes: Shapes): boolean {
  const symbols = symbolsOf(model, shapes);
  return model.inputs.every((input) => extentsOf(input, shapes, symbols)?.every(isExtent) ?? false);
}

/** Types of values that the file declares with a shape that is known: those between nodes, and outputs. */
export function declaredTypes(model: OnnxModel, shapes: Shapes): ReadonlyMap<string, ValueType> {
  const symbols = symbolsOf(model, shapes);
  const declared = [...(model.between ?? []), ...model.outputs];
  return new Map(
    declared.flatMap((value): [string, ValueType][] => {
      const shape = extentsOf(value, new Map(), symbols);
      return shape?.every(isExtent) === true ? [[value.name, { type: value.type, shape }]] : [];
    }),
  );
}

/** @throws UsageError for a name that is none of the model's inputs. */
export function refuseUnknownInputs({ inputs }: OnnxModel, asked: Iterable<string>): void {
  const names = inputs.map(({ name }) => name);
  for (const name of asked)
    if (!names.includes(name))
      throw new UsageError(
        `The model has no input "${shortened(name)}", only ${names.map((own) => `"${shortened(own)}"`).join(', ')}${didYouMean(name, names)}`,
      );
}

function symbolsOf({ inputs }: OnnxModel, shapes: Shapes): ReadonlyMap<string, number> {
  const symbols = new Map<string, number>();
  for (const { name, shape } of inputs)
    shape?.forEach((extent, axis) => {
      const given = shapes.get(name)?.[axis];
      if (typeof extent === 'string' && given !== undefined) symbols.set(extent, given);
    });
  return symbols;
}

function isExtent(extent: number | string | undefined): extent is number {
  return typeof extent === 'number';
}

/** Extents as far as they are known; undefined where not even their number is. */
function extentsOf(
  { name, shape }: DeclaredValue,
  shapes: Shapes,
  symbols: ReadonlyMap<string, number>,
): DeclaredValue['shape'] {
  const given = shapes.get(name);
  if (given !== undefined) return given;
  return shape?.map((extent) => (typeof extent === 'string' ? (symbols.get(extent) ?? extent) : extent));
}

function shapeOf(input: DeclaredValue, shapes: Shapes, symbols: ReadonlyMap<string, number>): readonly number[] {
  const { name, shape: declared } = input;
  const extents = extentsOf(input, shapes, symbols);
  if (extents === undefined || !extents.every(isExtent)) throw new UsageError(missing(input));
  const contradicts =
    declared !== undefined &&
    (declared.length !== extents.length ||
      declared.some((extent, axis) => isExtent(extent) && extent !== extents[axis]));
  if (contradicts)
    throw new UsageError(
      `Input "${shortened(name)}" is ${declaredText(declared)} in the model, and cannot be ${shapeText(extents)}.`,
    );
  if (extents.some((extent) => !Number.isSafeInteger(extent) || extent < 0))
    throw new UsageError(`Input "${shortened(name)}" cannot be ${shapeText(extents)}: extents are integers from 0 on.`);
  if (sizeOf(extents) > 2 ** 29)
    throw new UsageError(`Input "${shortened(name)}" of ${shapeText(extents)} has more than 2 GiB.`);
  return extents;
}

function declaredText(shape: NonNullable<DeclaredValue['shape']>): string {
  return shape.length === 0
    ? 'scalar'
    : shape.map((extent) => (typeof extent === 'string' ? shortened(extent) : (extent ?? '?'))).join('x');
}

function missing({ name, shape }: DeclaredValue): string {
  const guesses = [1, 3, 224, 224];
  const example = (shape ?? guesses)
    .map((extent, axis) => (isExtent(extent) ? extent : (guesses[axis] ?? 1)))
    .join('x');
  const known = shape === undefined ? 'has no shape in the model' : `is ${declaredText(shape)} in the model`;
  return `Input "${shortened(name)}" ${known}, and kernels are made for fixed shapes: give one, as --shape ${shortened(name)}=${example}.`;
}
