/**
 * conv2d as an implicit matmul on the tensor cores of a GPU: the product of `conv2d-product.ts`, tiled as in `mma-tile.ts`. The patches of a block are
 * gathered from the image into shared memory, one block of the sum at a time.
 */
import { Schedule } from '../ir/schedule.js';
import { conv2dShape } from '../operator/conv2d.js';
import { conv2dProduct, productExtents } from './conv2d-product.js';
import { liesOf, operandsOf, viewOf } from './conv2d-product-view.js';
import { mmaKernels, mmaSpace, withoutTensorCores } from './mma-tile.js';
import type { MmaKnobs } from './mma-tile.js';
import type { Lies } from './product-view.js';
import type { SimtTarget } from '../target/target.js';
import type { Template } from './template.js';
import { turnWeights } from './weights.js';

interface Knobs extends MmaKnobs {
  /** Whether weights are read as they lie, or turned by a kernel of their own, off the clock where they are constant: steps of the sum innermost. */
  readonly weights: 'given' | 'turned';
}

export const conv2dMma: Template<SimtTarget> = {
  name: 'conv2d.mma',
  operator: 'conv2d',
  target: 'simt',
  summary: 'a matmul of pixels and channels by matrix instructions of the tensor cores',
  version: 2,
  dtypes: ['tfloat32', 'float16', 'bfloat16'],
  tolerance: 1e-4,
  refuses: (_, { gpu }) => withoutTensorCores(gpu),

  define: (workload, target) => {
    const { gpu } = target;
    const shape = conv2dShape(workload);
    const extents = productExtents(shape);
    const lies = { given: liesOf(shape), turned: liesOf(shape, { along: 'sum', run: extents.k }) };
    const chosen = (values: unknown): Lies => lies[(values as Knobs).weights];
    return mmaSpace(gpu, viewOf(shape, extents), Object.values(lies), chosen)
      .choice('weights', ['given', 'turned'])
      .build();
  },

  schedule: (workload, _, config) => {
    const knobs = config.values as unknown as Knobs;
    const shape = conv2dShape(workload);
    const product = conv2dProduct(shape, false);
    const s = new Schedule(product.computation);
    if (knobs.weights === 'turned') turnWeights(s, [0, 1, 3, 4, 2]);
    mmaKernels(s, viewOf(shape, product.extents), operandsOf(shape, product, false), knobs);
    s.inline(product.patches);
    s.inline(product.filters);
    return s;
  },
};
