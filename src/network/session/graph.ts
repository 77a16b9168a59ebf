/** Second step: a model becomes a graph of static shapes, of nodes that kernels compute. */
import { elementType } from '../../elements/registry.js';
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import type { Graph } from '../graph/graph.js';
import type { Operator } from '../graph/operators/operator.js';
import { costlyConstants } from '../graph/evaluate.js';
import { sizeOf } from '../graph/operators/attributes.js';
import { mergeEqual } from '../graph/simplify/idle.js';
import { simplify } from '../graph/simplify/simplify.js';
import { translateModel } from '../graph/to-graph.js';
import type { DeclaredValue, OnnxModel } from '../onnx/model.js';
import { dropDead } from '../graph/simplify/drop-dead.js';
import { rewrite } from '../graph/simplify/rewrite.js';
import { byteTables } from '../program/byte-tables.js';
import { dynamicProducts } from '../program/dynamic-products.js';
import { withJointProducts } from '../program/joint-products.js';
import { legalise } from '../program/legalise.js';
import { withOwnDequantisation } from '../program/own-dequantisation.js';
import { tooLongNotes } from '../program/quantised.js';
import { weightOnlyProducts } from '../program/weight-only.js';
import { wideWeights } from '../program/wide-weights.js';

/** Extents of inputs by their names. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

export interface NetworkGraph {
  readonly graph: Graph;
  readonly problems: readonly UsageError[];
  /** What a person has to know of nodes that are computed in another way than the model says: a sentence each. */
  readonly notes: readonly string[];
}

/**
 * `operators`: those of the user's. Throws UsageError where the model is not valid, or its shapes are not known;
 * WorkError where an operator of the user's does what it must not.
 */
export function buildGraph(
  model: OnnxModel,
  shapes: Shapes,
  operators: ReadonlyMap<string, Operator> = new Map(),
): NetworkGraph {
  const { graph, problems, deciding } = translateModel(model, { shapes: new Map(Object.entries(shapes)), operators });
  const simple = simplify(graph);
  // Products of one input share the sums of it.
  const wide = mergeEqual(rewrite(simple, wideWeights));
  const products = rewrite(rewrite(wide, dynamicProducts), weightOnlyProducts);
  const ofBytes = dropDead(rewrite(withJointProducts(products), byteTables));
  return {
    graph: legalise(withOwnDequantisation(ofBytes)),
    problems: [...problems, ...fixingHint(model, deciding), ...costlyConstants(simple)],
    notes: tooLongNotes(simple),
  };
}

/** Floats of an input that a caller may be asked to write down. */
const MOST_FLOATS = 16;

/** A sentence on inputs that decide what nodes do, where some node has to know it. */
function fixingHint({ inputs }: OnnxModel, deciding: readonly string[]): readonly UsageError[] {
  const options = inputs
    .filter(({ name }) => deciding.includes(name))
    .filter(({ type, shape }) => elementType(type).kind !== 'floating' || isShort(shape))
    .map(({ name }) => `--constant ${shortened(name)}=VALUES`);
  if (options.length === 0) return [];
  return [new UsageError(`Fix the inputs that decide it: ${options.join(' ')}.`)];
}

function isShort(shape: DeclaredValue['shape']): boolean {
  return shape?.every((extent) => typeof extent === 'number') === true && sizeOf(shape) <= MOST_FLOATS;
}
