/** What is computed of a value whose extent depends on values, and need not be: it is cut behind that. */
import type { GraphBuilder } from './builder.js';
import type { GraphNode } from './graph.js';
import { canonicalOf } from './operators/registry.js';

/** The node that cuts the input of another one, which may as well be computed before it. */
export function laterCut(node: GraphNode, builder: GraphBuilder): GraphNode | undefined {
  const [input, ...others] = node.inputs;
  if (input === undefined || others.length > 0) return undefined;
  const { counted } = builder.typeOf(input);
  if (!counted || canonicalOf(node).isApart?.(node, counted.axis) !== true) return undefined;
  const cut = builder.producer(counted.by);
  return cut?.op === 'Compress' && cut.outputs[0] === withoutIdentities(input, builder) ? cut : undefined;
}

/** What a value is the same as. */
function withoutIdentities(value: string, builder: GraphBuilder): string {
  const node = builder.producer(value);
  return node?.op === 'Identity' ? withoutIdentities(node.inputs[0]!, builder) : value;
}
