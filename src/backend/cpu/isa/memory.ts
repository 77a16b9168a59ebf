/** Elements as they lie in memory. */
import type { ElementType } from '../../../elements/element-type.js';

/** As <stdint.h> names it, or `float`. Throws Error for a type that no kernel computes in. */
export function memoryOf({ name, kernels }: ElementType): string {
  if (kernels === undefined) throw new Error(`there are no vectors of ${name}`);
  return kernels.conversion.memory;
}

/** Whether it is computed with as it lies in memory; others are only converted, and multiplied by dot products. */
export function isComputed(type: ElementType): boolean {
  return type.kind === 'whole' || memoryOf(type) === 'float';
}
