import type { OnnxGraph } from '../../../onnx/model.js';
import { sameShape, shapeText } from '../attributes.js';
import type { Operator, SourceNode } from '../operator.js';
import { reshaped } from '../reshape.js';

/** Nodes of both branches that may be computed where one of them would do. */
const MOST_NODES = 64;

/**
 * If: the nodes of the branch that the condition takes. Where it is known only when the network runs, both branches are
 * computed and one is chosen, element by element, if they are small and their values of the same shapes.
 */
export const ifOperator: Operator = {
  name: 'If',
  inputs: [1, 1],
  outputs: Infinity,
  normalise: (node) => {
    const [yes, no] = [node.graph('then_branch'), node.graph('else_branch')];
    const condition = node.knownInput(0);
    if (condition === undefined) return { values: chosen(node, yes, no) };
    if (condition.data.length !== 1) node.invalid(`its condition is ${shapeText(condition.shape)}`);
    return { values: branch(node, condition.data[0] === 0 ? no : yes) };
  },
};

function branch(node: SourceNode, graph: OnnxGraph): readonly string[] {
  if (graph.outputs.length !== node.outputs.length)
    node.invalid(`it has ${node.outputs.length} outputs, and a branch ${graph.outputs.length}`);
  return node.inline(graph, []);
}

function chosen(node: SourceNode, yes: OnnxGraph, no: OnnxGraph): readonly string[] {
  if (yes.nodes.length + no.nodes.length > MOST_NODES)
    node.refuseUnknown(node.input(0), `with more than ${MOST_NODES} nodes in its branches and a condition`);
  const condition = reshaped(node, node.input(0), []);
  const others = branch(node, no);
  return branch(node, yes).map((value, i) => {
    const [one, other] = [node.typeOf(value), node.typeOf(others[i]!)];
    if (one.type !== other.type || !sameShape(one.shape, other.shape))
      node.refuseUnknown(
        node.input(0),
        `with branches that give ${shapeText(one.shape)} and ${shapeText(other.shape)} and a condition`,
      );
    return node.emit('Where', [condition, value, others[i]!]);
  });
}
