import { bool } from '../../../../elements/bool.js';
import { int64 } from '../../../../elements/int64.js';
import type { OnnxGraph } from '../../../onnx/model.js';
import type { Operator, SourceNode } from '../operator.js';
import { Running } from './running.js';

/**
 * Loop: the nodes of its body once for each step that may run. The most steps must be known: by the trip count, or by a
 * condition that folds in the end. Inputs of the body are the step, the condition and the state; its outputs are the
 * next condition, the next state, and what is gathered of all steps.
 */
export const loop: Operator = {
  name: 'Loop',
  inputs: [0, Infinity],
  outputs: Infinity,
  normalise: (node) => {
    const trips = node.has(0) ? node.constantInput(0, 'a trip count').data[0]! : Infinity;
    const running = new Running(node, node.inputs[1]);
    let state: readonly string[] = node.inputs.slice(2).map((_, i) => node.input(i + 2));
    let left = state;
    const body = bodyOf(node, state.length);
    const rows: (readonly string[])[] = [];
    for (let step = 0; step < trips && !running.isOver; step++) {
      node.countSteps(1);
      const given = [node.scalar(step, int64.name), node.scalar(1, bool.name), ...state];
      const [condition, ...values] = node.inline(body, given);
      state = values.slice(0, state.length);
      rows.push(values.slice(state.length));
      left = running.left(state, left);
      running.step(condition!);
    }
    const gathered = node.outputs.slice(state.length);
    if (rows.length === 0 && gathered.length > 0) node.unsupported('of no steps');
    const column = (i: number): readonly string[] => rows.map((row) => row[i]!);
    return { values: [...left, ...gathered.map((output, i) => running.gathered(column(i), output))] };
  },
};

function bodyOf(node: SourceNode, states: number): OnnxGraph {
  const body = node.graph('body');
  const { inputs, outputs } = body;
  if (node.outputs.length < states || outputs.length !== 1 + node.outputs.length || inputs.length !== 2 + states)
    node.invalid(
      `it has ${states} values of state, and its body ${inputs.length} inputs and ${outputs.length} outputs`,
    );
  return body;
}
