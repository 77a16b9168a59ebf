import type { Featurizer } from './featurizer.js';
import type { NestCells } from './nest-cells.js';
import { nodeFeaturizer } from './nest-nodes.js';

/**
 * Loops, statements and accesses of the nest as a graph: each is linked to what encloses it, and a read to the
 * statement that wrote what it reads (after Tomczak et al., 2019).
 */
export function graphFeaturizer(nestCells: NestCells): Featurizer {
  return nodeFeaturizer(nestCells, { name: 'graph', nodes: 48, hasAccesses: true });
}
