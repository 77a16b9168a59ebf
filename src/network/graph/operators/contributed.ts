/** Operators of ONNX Runtime's own: https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md. */
import type { Operator } from './operator.js';

/** One that is written with those of the standard. */
export function contributed(
  name: string,
  inputs: Operator['inputs'],
  normalise: Operator['normalise'],
  { outputs = 1, optional = [] }: Pick<Operator, 'outputs' | 'optional'> = {},
): Operator {
  return { name: `com.microsoft.${name}`, inputs, optional, outputs, normalise };
}

/** One that is as that of the standard, or as one of another name. */
export function alike(standard: Operator, name = standard.name): Operator {
  return contributed(name, standard.inputs, standard.normalise, standard);
}
