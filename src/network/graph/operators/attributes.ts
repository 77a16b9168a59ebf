import type { Attribute } from '../../onnx/model.js';
import { invalid } from './errors.js';

export interface Attributed {
  readonly name: string;
  readonly op: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** A number, or what stands for it where it is left out; without that it must be there. */
export function numberOf(node: Attributed, name: string, otherwise?: number): number {
  const value = node.attributes.get(name) ?? otherwise;
  return typeof value === 'number' ? value : invalid(node, `its attribute ${name} is not a number`);
}

export function textOf(node: Attributed, name: string, otherwise?: string): string {
  const value = node.attributes.get(name) ?? otherwise;
  return typeof value === 'string' ? value : invalid(node, `its attribute ${name} is not a text`);
}

/** Numbers, or undefined where they are left out. */
export function optionalNumbers(node: Attributed, name: string): readonly number[] | undefined {
  const value = node.attributes.get(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'number'))
    invalid(node, `its attribute ${name} is not a list of numbers`);
  return value;
}

export function numbersOf(node: Attributed, name: string): readonly number[] {
  return optionalNumbers(node, name) ?? invalid(node, `its attribute ${name} is missing`);
}
