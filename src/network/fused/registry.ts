/** The fused layers that `tune` knows: what reads, simplifies and lowers networks asks here. */
import * as all from './all.js';
import type { FusedLayer } from './fused-layer.js';

export const fusedLayers: readonly FusedLayer[] = Object.values(all);
