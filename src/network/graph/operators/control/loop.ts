import type { ConstantTensor } from '../../../onnx/model.js';
import { stacked } from '../parts.js';
import type { Operator } from '../operator.js';

/**
 * Loop: the nodes of its body once for each step. How many steps there are must be known: by the trip count, or by a
 * condition that folds in each step. Inputs of the body are the step, the condition and the state; its outputs are the
 * next condition, the next state, and what is gathered of all steps.
 */
export const loop: Operator = {
  name: 'Loop',
  inputs: [0, Infinity],
  outputs: Infinity,
  normalise: (node) => {
    const body = node.graph('body');
    const trips = node.has(0) ? node.constantInput(0, 'a trip count').data[0]! : Infinity;
    let goesOn = !node.has(1) || node.constantInput(1, 'a condition').data[0] !== 0;
    let state: readonly string[] = node.inputs.slice(2).map((_, i) => node.input(i + 2));
    const gathered = node.outputs.length - state.length;
    if (gathered < 0 || body.outputs.length !== 1 + node.outputs.length || body.inputs.length !== 2 + state.length)
      node.invalid(
        `it has ${state.length} values of state, and its body ${body.inputs.length} inputs and ${body.outputs.length} outputs`,
      );
    const rows: (readonly string[])[] = [];
    for (let step = 0; step < trips && goesOn; step++) {
      node.countSteps(1);
      const given = [node.constant(whole('int64', step)), node.constant(whole('bool', 1)), ...state];
      const [condition, ...values] = node.inline(body, given);
      const next = node.constantOf(condition!);
      goesOn = (next ?? node.refuseUnknown(condition!, 'with a condition')).data[0] !== 0;
      rows.push(values.slice(state.length));
      state = values.slice(0, state.length);
    }
    if (rows.length === 0 && gathered > 0) node.unsupported('of no steps');
    const columns = Array.from({ length: gathered }, (_, i) => rows.map((row) => row[i]!));
    return { values: [...state, ...columns.map((values) => stacked(node, values))] };
  },
};

function whole(type: 'int64' | 'bool', value: number): ConstantTensor {
  return { type, shape: [], data: Float64Array.of(value) };
}
