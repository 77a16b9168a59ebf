import { computedIn, weightsOf } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import { bestProducts } from '../templates/best-products.js';
import type { Task } from '../templates/template.js';

/** That a CPU has no instruction for dot products of elements that are narrower than their sums: a line a type. */
export function dotsNote(tasks: readonly Task[]): readonly string[] {
  return [...new Set(tasks.flatMap(lineOf))];
}

function lineOf(task: Task): readonly string[] {
  const products = bestProducts(task);
  if (!products) return [];
  const { workload, target } = task;
  const { widened, instructions } = products;
  const dtype = elementTypeOf(workload);
  const types = [...new Set([dtype, weightsOf(dtype)])].join(' and ');
  if (widened === computedIn(dtype))
    return [
      `${target.arch} has no dot product of ${types}: products are computed in ${widened}, no faster than float32.`,
    ];
  if (instructions === 1) return [];
  return [`${target.arch} has no instruction for dot products of ${types}: several others take its place.`];
}
