/**
 * The product of `conv2d-product.ts` as templates look at it that tile it: its rows and columns, its operands, and how
 * these lie in memory.
 */
import type { Conv2dShape } from '../operator/conv2d.js';
import { productExtents } from './conv2d-product.js';
import type { Conv2dProduct, ProductExtents } from './conv2d-product.js';
import type { OperandLayout, OperandLayouts } from './product-view.js';
import type { TiledOperand, TiledProduct } from './reduction-blocks.js';

/** Pixels are rows of the product, in NCHW its columns. */
export function viewOf({ layout, dtype }: Conv2dShape, { pixels, channels, k }: ProductExtents): TiledProduct {
  return layout === 'NCHW'
    ? { rows: channels, columns: pixels, k, row: 'oc', column: 'p', dtype }
    : { rows: pixels, columns: channels, k, row: 'p', column: 'oc', dtype };
}

/** `transposed`: weights are transposed, output channels innermost. */
export function operandsOf(
  { layout }: Conv2dShape,
  { patches, filters }: Conv2dProduct,
  transposed: boolean,
): Readonly<Record<'a' | 'b', TiledOperand>> {
  const weights = transposed
    ? { tensor: filters, batch: [0], sum: 1, own: 2 }
    : { tensor: filters, batch: [0], own: 1, sum: 2 };
  return layout === 'NCHW'
    ? { a: weights, b: { tensor: patches, batch: [0, 1], sum: 2, own: 3 } }
    : { a: { tensor: patches, batch: [0], own: 1, sum: 2 }, b: weights };
}

/** The operand layouts; `transposed` is that of weights that a kernel transposed. */
export function layoutsOf(s: Conv2dShape, transposed?: OperandLayout): OperandLayouts {
  const filters = transposed ?? { along: 'sum', run: isPoint(s) ? productExtents(s).k : 1 };
  const patches = patchesLayout(s);
  return s.layout === 'NCHW' ? { a: filters, b: patches } : { a: patches, b: filters };
}

/**
 * Input channels are contiguous; in NCHW pixels of the image do, which are those of the output only without a kernel,
 * strides and a border.
 */
function patchesLayout(s: Conv2dShape): OperandLayout {
  if (s.layout !== 'NCHW') return { along: 'sum', run: s.inChannels / s.groups };
  const same = isPoint(s) && s.stride.every((step) => step === 1) && s.pad.every((p) => p === 0);
  return { along: 'own', run: same ? s.height * s.width : 1 };
}

function isPoint({ kernel }: Conv2dShape): boolean {
  return kernel.every((k) => k === 1);
}
