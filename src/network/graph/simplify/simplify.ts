import { fusedLayers } from '../../fused/registry.js';
import type { Graph } from '../graph.js';
import { affine } from './affine.js';
import { clips, gates } from './gates.js';
import { cutProducts } from './cut-products.js';
import { dropDead } from './drop-dead.js';
import { foldConstants } from './fold-constants.js';
import { foldPad, globalPools } from './pools.js';
import { mergeEqual, mergeViews, removeIdle } from './idle.js';
import { operandOrder, products } from './products.js';
import { quantisedMoves } from './quantised.js';
import { repeats } from './repeats.js';
import { rewrite } from './rewrite.js';
import type { Rule } from './rule.js';
import { wholeAgain } from './whole-again.js';

/** A function from graph to graph that keeps what is computed; the same graph where nothing was to do. */
interface Pass {
  readonly name: string;
  readonly run: (graph: Graph) => Graph;
}

function ruled(name: string, rule: Rule): Pass {
  return { name, run: (graph) => rewrite(graph, rule) };
}

/**
 * In the order in which they run, again and again.
 *
 * @internal Tests apply each pass alone.
 */
export const passes: readonly Pass[] = [
  ruled('fold-constants', foldConstants),
  ruled('remove-idle', removeIdle),
  ruled('whole-again', wholeAgain),
  ruled('operand-order', operandOrder),
  { name: 'cut-products', run: cutProducts },
  ruled('merge-views', mergeViews),
  ruled('clips', clips),
  ruled('gates', gates),
  ...fusedLayers.flatMap(({ operators, pattern }) => (pattern ? [ruled(operators[0]!.name, pattern)] : [])),
  ruled('quantised-moves', quantisedMoves),
  ruled('products', products),
  ruled('fold-pad', foldPad),
  ruled('affine', affine),
  ruled('global-pools', globalPools),
  { name: 'merge-equal', run: mergeEqual },
  { name: 'drop-dead', run: dropDead },
];

/** What these change others look for as it is written, as attention does for heads that are repeated. */
const lastPasses: readonly Pass[] = [ruled('repeats', repeats)];

/** Every round makes the graph smaller or simpler; passes that undo each other would be a defect. */
const MOST_ROUNDS = 100;

/**
 * The simplest graph that computes the same (to rounding of constants in float32): what is constant is folded, what
 * moves nothing is gone, and what has several forms in ONNX has one.
 */
export function simplify(graph: Graph): Graph {
  let current = graph;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const first = passes.reduce((simpler, { run }) => run(simpler), current);
    const next = first === current ? lastPasses.reduce((simpler, { run }) => run(simpler), current) : first;
    if (next === current) return current;
    current = next;
  }
  throw new Error('simplification comes to no end');
}
