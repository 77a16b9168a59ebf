/** In which element types the values of a network lie in memory while it runs, and layers over these. */
import { elementType, isWhole, kernelTypes } from '../../elements/registry.js';
import { int32 } from '../../elements/int32.js';
import { uint8 } from '../../elements/uint8.js';
import { isValueType, valueType, type DType } from '../../ir/tensor.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError } from '../../target/errors.js';
import type { Graph } from '../graph/graph.js';
import { isProcedural } from './lower/procedure.js';
import type { Form, KernelForm, Operand, RoutineForm } from './layer.js';

/** The element type of a value in memory. */
export type StoredTypes = (value: string) => DType;

/**
 * Floats and truth (1 and 0) are of the network's precision, whole numbers of their own type where kernels compute with
 * it and of int32 elsewhere. What no kernel touches, but procedures and the caller alone, has the model's type.
 */
export function storedTypes(graph: Graph, precision: DType): StoredTypes {
  const kernels = graph.nodes.filter((node) => !isProcedural(node, graph));
  const touched = new Set(kernels.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
  return (value) => {
    const { type } = graph.values.get(value)!;
    if (!isValueType(type) && !touched.has(value)) return type;
    return isWhole(type) ? nearestKernelType(type) : precision;
  };
}

/**
 * The type itself where kernels read and write its elements, or else one that they do and that it is converted to: of
 * the same memory where there is one.
 */
export function nearestKernelType(type: DType): DType {
  if (kernelTypes().some(({ name }) => name === type)) return type;
  const { kind, typedArray } = elementType(type);
  const twin = kernelTypes().find((other) => other.kind === kind && other.typedArray === typedArray);
  return twin?.name ?? { floating: valueType, whole: int32.name, truth: uint8.name }[kind];
}

/**
 * A form on the types that its values have.
 *
 * @throws UsageError where its operator is not computed in them.
 */
export function inStoredTypes(form: Form, typeOf: StoredTypes, written: readonly string[]): Form {
  const writes = written[0]!;
  if (form.kind === 'routine') return routineOn(form, typeOf, written);
  if (form.kind === 'alias' || isNarrow(form)) return form;
  const given = form.inputs.map((operand) => ('value' in operand ? typeOf(operand.value) : undefined));
  const result = typeOf(writes);
  if ([result, ...given].every((type) => type === undefined || isValueType(type))) return form;
  const { operator: name, shape } = form.workload;
  const operator = findOperator(name);
  const own = shape['types'] === undefined ? oneType(form, given, result) : elementTypes(form.inputs, given, result);
  return { ...form, workload: operator.decode(operator.encode({ ...form.workload, shape: { ...shape, ...own } })) };
}

/** Constants have the type that the procedure is written for. */
function routineOn(form: RoutineForm, typeOf: StoredTypes, written: readonly string[]): RoutineForm {
  const { routine } = form;
  if (routine.does !== 'procedure') return form;
  const inputs = form.inputs.map((operand) => ('value' in operand ? typeOf(operand.value) : operand.constant.type));
  return { ...form, routine: { ...routine, inputs, outputs: written.map(typeOf) } };
}

/** Kernels of whole numbers are given the types that they are made for. */
function isNarrow({ workload: { shape } }: KernelForm): boolean {
  const { dtype } = shape;
  return typeof dtype === 'string' && isWhole(dtype);
}

/** Of an operator whose inputs and output are of one type. */
function oneType({ workload }: KernelForm, given: readonly (DType | undefined)[], result: DType): { dtype: DType } {
  const other = given.find((type) => type !== undefined && type !== result);
  const isTyped = findOperator(workload.operator).options.some(({ key }) => key === 'dtype');
  if (other !== undefined) throw new UsageError(`${workload.operator} is not computed from ${other} to ${result} yet`);
  if (isTyped) return { dtype: result };
  const hint = isWhole(result) ? 'cast its inputs to float32' : `use --precision ${valueType}`;
  throw new UsageError(`${workload.operator} is not computed in ${result} yet: ${hint}`);
}

function typeOfConstant(operand: Operand): DType {
  if (!('constant' in operand)) return valueType;
  const { type } = operand.constant;
  const isByte = isWhole(type) && elementType(type).bytes === 1;
  return isByte && kernelTypes().some(({ name }) => name === type) ? type : valueType;
}

/** Of one whose inputs each have their own; constants stay as precise as they are, and bytes of them bytes. */
function elementTypes(
  inputs: readonly Operand[],
  given: readonly (DType | undefined)[],
  result: DType,
): { readonly dtype: DType; readonly types: readonly DType[] } {
  const types = inputs.map((operand, i) => given[i] ?? typeOfConstant(operand));
  return { dtype: result, types: types.every((type) => type === result) ? [] : types };
}
