/**
 * conv2d as an implicit matmul on the cores of a GPU: the product of `conv2d-product.ts`, tiled as in `simt-tile.ts`. The patches of a block are gathered
 * from the image into shared memory, one block of the sum at a time, so that no matrix of patches is ever written (Chetlur et al., cuDNN, 2014).
 */
import { Schedule } from '../ir/schedule.js';
import { conv2dShape } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { conv2dProduct, productExtents } from './conv2d-product.js';
import type { Conv2dProduct, ProductExtents } from './conv2d-product.js';
import { elementwise } from './gpu-copies.js';
import { tileKernels, tileSpace } from './simt-tile.js';
import type { Lie, Lies } from './product-view.js';
import type { TiledOperand, TiledProduct, TileKnobs } from './simt-tile.js';
import type { Template } from './template.js';

interface Knobs extends TileKnobs {
  /** Whether weights are read as they lie, or a kernel of its own first turns them: output channels innermost. */
  readonly weights: Weights;
}

type Weights = 'given' | 'turned';

/** Registers of a thread that are not accumulators or operands: where each vector that it copies lies takes several. */
const otherRegisters = 40;

export const conv2dIgemm: Template = {
  name: 'conv2d.igemm',
  operator: 'conv2d',
  target: 'cuda',
  summary: 'a matmul of pixels and channels, whose patches are gathered into shared memory',
  version: 1,
  dtypes: ['float32', 'float16', 'bfloat16'],
  tolerance: 1e-4,
  refuses: () => undefined,

  define: (workload, { gpu }) => {
    if (!gpu) throw new Error('a template for GPUs was asked about another target');
    const shape = conv2dShape(workload);
    const lies = { given: liesOf(shape, 'given'), turned: liesOf(shape, 'turned') };
    const view = viewOf(shape, productExtents(shape));
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
    if (turned) elementwise(s, s.pack(product.computation.inputs[1], [0, 3, 4, 2, 1]));
    tileKernels(s, viewOf(shape, product.extents), operandsOf(shape, product, turned), knobs);
    s.inline(product.patches);
    s.inline(product.filters);
    return s;
  },
};

/** Pixels are rows of the product, in NCHW its columns. */
function viewOf({ layout, dtype }: Conv2dShape, { pixels, channels, k }: ProductExtents): TiledProduct {
  return layout === 'NCHW'
    ? { rows: channels, columns: pixels, k, row: 'oc', column: 'p', dtype }
    : { rows: pixels, columns: channels, k, row: 'p', column: 'oc', dtype };
}

function operandsOf(
  { layout }: Conv2dShape,
  { patches, filters }: Conv2dProduct,
  turned: boolean,
): Readonly<Record<'a' | 'b', TiledOperand>> {
  const weights = turned
    ? { tensor: filters, batch: [0], sum: 1, own: 2 }
    : { tensor: filters, batch: [0], own: 1, sum: 2 };
  return layout === 'NCHW'
    ? { a: weights, b: { tensor: patches, batch: [0, 1], sum: 2, own: 3 } }
    : { a: { tensor: patches, batch: [0], own: 1, sum: 2 }, b: weights };
}

function liesOf(s: Conv2dShape, weights: Weights): Lies {
  const { channels, k } = productExtents(s);
  const filters: Lie =
    weights === 'turned' ? { along: 'own', run: channels } : { along: 'sum', run: isPoint(s) ? k : 1 };
  const patches = patchesLie(s);
  return s.layout === 'NCHW' ? { a: filters, b: patches } : { a: patches, b: filters };
}

/** Input channels lie side by side; in NCHW pixels of the image do, which are those of the output only without a kernel, strides and a border. */
function patchesLie(s: Conv2dShape): Lie {
  if (s.layout !== 'NCHW') return { along: 'sum', run: s.inChannels / s.groups };
  const same = isPoint(s) && s.stride.every((step) => step === 1) && s.pad.every((p) => p === 0);
  return { along: 'own', run: same ? s.height * s.width : 1 };
}

function isPoint({ kernel }: Conv2dShape): boolean {
  return kernel.every((k) => k === 1);
}
