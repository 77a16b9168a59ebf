import type { OnnxGraph } from '../../../onnx/model.js';
import type { ValueType } from '../../graph.js';
import { int64 } from '../../../../elements/int64.js';
import { shapeText } from '../attributes.js';
import { areJoined, countOf, joined } from '../counted-joins.js';
import type { Operator, SourceNode } from '../operator.js';
import { reshaped } from '../reshape.js';
import { alike } from './alike.js';

/**
 * If: the nodes of the branch that the condition takes. Where it is known only when the network runs, those of both,
 * and a choice between their values, if these are alike: a program leaves out what it does not choose
 * (`graph/conditions.ts`). Of rows both are computed, and all of one are taken.
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
  const condition = reshaped(node, node.input(0), []);
  const others = branch(node, no);
  return branch(node, yes).map((value, i) => {
    const rows = eitherRows(node, condition, [value, others[i]!]);
    if (rows !== undefined) return rows;
    const pair = alike(node, [value, others[i]!], node.declared(node.outputs[i]!)?.shape);
    if (pair !== undefined) return node.emit('Where', [condition, ...pair]);
    const [one, other] = [value, others[i]!].map((either) => shapeText(node.typeOf(either).shape));
    return node.refuseUnknown(node.input(0), `with branches that give ${one} and ${other} and a condition`);
  });
}

/** Rows of which there are as many as either value has: all of one, and none of the other. */
function eitherRows(node: SourceNode, condition: string, values: readonly [string, string]): string | undefined {
  const [one, other] = values.map((value) => node.typeOf(value)) as [ValueType, ValueType];
  const axis = (one.counted ?? other.counted)?.axis;
  if (axis === undefined || one.counted?.by === other.counted?.by || !areJoined(node, values, axis)) return undefined;
  const none = node.scalar(0, int64.name);
  const [yes, no] = values.map((value) => countOf(node, value, axis)) as [string, string];
  const counts = [node.emit('Where', [condition, yes, none]), node.emit('Where', [condition, none, no])];
  return joined(node, values, axis, counts);
}
