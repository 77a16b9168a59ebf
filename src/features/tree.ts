import type { Featurizer } from './featurizer.js';
import type { NestCells } from './nest-cells.js';
import { nodeFeaturizer } from './nest-nodes.js';

/** Loops and statements of the nest as a tree, as AutoTVM's TreeGRU reads it (Chen et al., NeurIPS 2018). */
export function treeFeaturizer(nestCells: NestCells): Featurizer {
  return nodeFeaturizer(nestCells, { name: 'tree', nodes: 32, hasAccesses: false });
}
