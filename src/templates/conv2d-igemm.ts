/**
 * conv2d as an implicit matmul on the cores of a GPU: the product of `conv2d-product.ts`, tiled as in `simt-tile.ts`. The patches of a block are gathered
 * from the image into shared memory, one block of the sum at a time, so that no matrix of patches is ever written (Chetlur et al., cuDNN, 2014).
 */
import { Schedule } from '../ir/schedule.js';
import { conv2dShape } from '../operator/conv2d.js';
import { conv2dProduct, productExtents } from './conv2d-product.js';
import { liesOf, operandsOf, viewOf } from './conv2d-product-view.js';
import { tileKernels, tileSpace } from './simt-tile.js';
import type { Lies } from './product-view.js';
import type { TileKnobs } from './simt-tile.js';
import type { SimtTarget } from '../target/target.js';
import type { Template } from './template.js';
import { turnWeights } from './weights.js';

interface Knobs extends TileKnobs {
  /** Whether weights are read as they lie, or turned by a kernel of their own, off the clock where they are constant: output channels innermost. */
  readonly weights: 'given' | 'turned';
}

/** Registers of a thread that are not accumulators or operands: where each vector that it copies lies takes several. */
const otherRegisters = 40;

export const conv2dIgemm: Template<SimtTarget> = {
  name: 'conv2d.igemm',
  operator: 'conv2d',
  target: 'simt',
  summary: 'a matmul of pixels and channels, whose patches are gathered into shared memory',
  version: 2,
  dtypes: ['float32', 'float16', 'bfloat16'],
  tolerance: 1e-4,
  refuses: () => undefined,

  define: (workload, target) => {
    const { gpu } = target;
    const shape = conv2dShape(workload);
    const extents = productExtents(shape);
    const lies = { given: liesOf(shape), turned: liesOf(shape, { along: 'own', run: extents.channels }) };
    const view = viewOf(shape, extents);
    const chosen = (values: unknown): Lies => lies[(values as Knobs).weights];
    return tileSpace(gpu, view, Object.values(lies), otherRegisters, chosen)
      .choice('weights', ['given', 'turned'])
      .build();
  },

  schedule: (workload, _, config) => {
    const knobs = config.values as unknown as Knobs;
    const shape = conv2dShape(workload);
    const turned = knobs.weights === 'turned';
    const product = conv2dProduct(shape, turned);
    const s = new Schedule(product.computation);
    if (turned) turnWeights(s, [0, 3, 4, 2, 1]);
    tileKernels(s, viewOf(shape, product.extents), operandsOf(shape, product, turned), knobs);
    s.inline(product.patches);
    s.inline(product.filters);
    return s;
  },
};
