/** Layers whose values lie in memory as elements of another type than float32. */
import { isValueType, valueType, type DType } from '../../ir/tensor.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError } from '../../target/errors.js';
import type { Form, KernelForm, Operand } from './layer.js';

/** Throws UsageError of an operator that is in float32 alone. */
export function inPrecision(form: Form, precision: DType): Form {
  if (form.kind === 'alias' || isValueType(precision)) return form;
  const { operator: name, shape } = form.workload;
  const operator = findOperator(name);
  if (!operator.options.some(({ key }) => key === 'dtype'))
    throw new UsageError(`${name} is not computed in ${precision} yet: use --precision ${valueType}`);
  const typed = { ...form.workload, shape: { ...shape, dtype: precision, ...typesOf(form, precision) } };
  return { ...form, workload: operator.decode(operator.encode(typed)) };
}

/** Constants of expressions stay as precise as they are. */
function typesOf({ workload: { shape }, inputs }: KernelForm, precision: DType): { readonly types?: readonly DType[] } {
  if (shape['types'] === undefined || inputs.every(isComputed)) return {};
  return { types: inputs.map((operand) => (isComputed(operand) ? precision : valueType)) };
}

function isComputed(operand: Operand): boolean {
  return 'value' in operand;
}
