/** Whether a template can serve a workload: asked here and nowhere else. */
import { kernelTypes } from '../elements/registry.js';
import { valueType } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import type { Target, TargetModel } from '../target/target.js';
import type { Template } from './template.js';

const modelWords: Readonly<Record<TargetModel, string>> = { simd: 'CPUs', simt: 'GPUs' };

/** Types of elements that a template has kernels for. */
export function typesOf({ dtypes = [valueType] }: Template): readonly DType[] {
  if (typeof dtypes !== 'function') return dtypes;
  return kernelTypes()
    .filter(dtypes)
    .map(({ name }) => name);
}

/** `float32, float16 and bfloat16` */
export function typeNames(types: readonly DType[]): string {
  return types.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** Why a template cannot serve a workload on a target, or undefined if it can. */
export function refusal(template: Template, workload: Workload, target: Target): string | undefined {
  if (template.target !== target.model)
    return `it is for ${modelWords[template.target]}, not ${modelWords[target.model]}`;
  const type = elementTypeOf(workload);
  if (!typesOf(template).includes(type)) return `it is for ${typeNames(typesOf(template))}, not ${type}`;
  return template.refuses?.(workload, target);
}
