/** Inputs that a caller fixes (`--constant sr=16000`): they become constants of the model. */
import { elementType } from '../../elements/registry.js';
import type { ElementType } from '../../elements/element-type.js';
import { isValueType } from '../../ir/tensor.js';
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import type { ConstantTensor, DeclaredValue, OnnxModel } from '../onnx/model.js';
import { refuseUnknownInputs, type Shapes } from './input-types.js';
import { shapeText, sizeOf } from './operators/attributes.js';

/** Elements of inputs by name, row-major; a single number stands for all of them. */
export type FixedInputs = ReadonlyMap<string, readonly number[]>;

/**
 * The model with some inputs as constants, of the type and shape that they have in it, or that `shapes` says.
 *
 * @throws UsageError for a name that is no input, a number that is none of its type, too many or too few of them.
 */
export function fixInputs(model: OnnxModel, fixed: FixedInputs, shapes: Shapes): OnnxModel {
  if (fixed.size === 0) return model;
  refuseUnknownInputs(model, fixed.keys());
  const constants = new Map(model.constants);
  for (const input of model.inputs) {
    const numbers = fixed.get(input.name);
    if (numbers) constants.set(input.name, constantOf(input, numbers, shapes.get(input.name) ?? input.shape));
  }
  return { ...model, inputs: model.inputs.filter(({ name }) => !fixed.has(name)), constants };
}

function constantOf(
  input: DeclaredValue,
  numbers: readonly number[],
  declared: DeclaredValue['shape'],
): ConstantTensor {
  const type = elementType(input.type);
  const wrong = numbers.find((number) => !isOf(type, number));
  if (wrong !== undefined)
    throw new UsageError(
      `--constant ${shortened(input.name)}: the input is ${type.name}, and ${wrong} is not ${rangeOf(type)}.`,
    );
  const shape = shapeOf(input, numbers.length, declared);
  const size = sizeOf(shape);
  if (numbers.length !== 1 && numbers.length !== size)
    throw new UsageError(
      `--constant ${shortened(input.name)} has ${numbers.length} numbers, and the input is ${shapeText(shape)}: give ${size}, or one for all.`,
    );
  const data = isValueType(type.name) || type.bytes <= 2 ? new Float32Array(size) : new Float64Array(size);
  const view = new DataView(new ArrayBuffer(type.bytes));
  for (let i = 0; i < size; i++) {
    type.write(view, 0, numbers[numbers.length === 1 ? 0 : i]!);
    data[i] = type.read(view, 0);
  }
  return { type: type.name, shape, data };
}

/** Whole numbers are given exactly; floating ones are rounded to the type. */
function isOf({ kind, limits: [least, largest] }: ElementType, number: number): boolean {
  if (kind !== 'floating' && !Number.isSafeInteger(number)) return false;
  return number >= least && number <= largest;
}

function rangeOf({ kind, limits: [least, largest] }: ElementType): string {
  return `${kind === 'floating' ? 'a number' : 'a whole number'} from ${least} to ${largest}`;
}

/** The extents; an open one is what the numbers leave for it. */
function shapeOf({ name }: DeclaredValue, count: number, declared: DeclaredValue['shape']): readonly number[] {
  if (declared === undefined) return count === 1 ? [] : [count];
  const known = sizeOf(declared.filter((extent) => typeof extent === 'number'));
  const open = declared.filter((extent) => typeof extent !== 'number').length;
  const rest = count / known;
  if (open > 1 || (open === 1 && !Number.isInteger(rest)))
    throw new UsageError(
      `--constant ${shortened(name)}: the model leaves extents of this input open; give its shape, too, as --shape ${shortened(name)}=${declared.map((extent) => (typeof extent === 'number' ? extent : 1)).join('x')}.`,
    );
  return declared.map((extent) => (typeof extent === 'number' ? extent : rest));
}
