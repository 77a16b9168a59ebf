/** The fused layers that `tune` knows: what reads, simplifies and lowers networks asks here. */
import type { FusedLayer } from './fused-layer.js';
import { lrn } from './lrn.js';
import { softmax } from './softmax.js';

export const fusedLayers: readonly FusedLayer[] = [lrn, softmax];
