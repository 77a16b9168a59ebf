import { axisOf } from '../attributes.js';
import type { Operator, SourceNode } from '../operator.js';
import { at, stacked } from '../parts.js';

/**
 * Scan: the nodes of its body once for each place along an axis of the inputs that it goes over. Inputs of the body are
 * the state and one place of each of these; its outputs are the next state, and what is gathered of all steps.
 */
export const scan: Operator = {
  name: 'Scan',
  inputs: [1, Infinity],
  outputs: Infinity,
  normalise: (node) => {
    if (node.opset < 9) node.unsupported('of version 8');
    const body = node.graph('body');
    const count = node.number('num_scan_inputs');
    const states = node.inputs.length - count;
    const gathered = node.outputs.length - states;
    if (!Number.isInteger(count) || count < 1 || states < 0 || gathered < 0)
      node.invalid(`it has ${node.inputs.length} inputs, and goes over ${count} of them`);
    if (body.inputs.length !== node.inputs.length || body.outputs.length !== node.outputs.length)
      node.invalid(`its body has ${body.inputs.length} inputs and ${body.outputs.length} outputs`);
    const scanned = waysOf(node, 'scan_input', count).map((way, i) => {
      const value = node.input(states + i);
      const { shape } = node.typeOf(value);
      const axis = axisOf(node, way.axis, shape.length);
      return { value, axis, isReverse: way.isReverse, steps: shape[axis]! };
    });
    const [{ steps }] = scanned as [(typeof scanned)[0]];
    if (scanned.some((one) => one.steps !== steps)) node.invalid('it goes over inputs of different extents');
    node.countSteps(steps);
    let state: readonly string[] = Array.from({ length: states }, (_, i) => node.input(i));
    const rows = Array.from({ length: steps }, (_, step) => {
      const places = scanned.map(({ value, axis, isReverse }) =>
        at(node, value, isReverse ? steps - 1 - step : step, axis),
      );
      const values = node.inline(body, [...state, ...places]);
      state = values.slice(0, states);
      return values.slice(states);
    });
    if (steps === 0 && gathered > 0) node.unsupported('of no steps');
    const columns = waysOf(node, 'scan_output', gathered).map(({ axis, isReverse }, i) => {
      const values = rows.map((row) => row[i]!);
      const rank = node.typeOf(values[0]!).shape.length + 1;
      return stacked(node, isReverse ? values.toReversed() : values, axisOf(node, axis, rank));
    });
    return { values: [...state, ...columns] };
  },
};

interface Way {
  readonly axis: number;
  readonly isReverse: boolean;
}

/** Of each input or output that it goes over: along which axis, and whether from the end. */
function waysOf(node: SourceNode, name: 'scan_input' | 'scan_output', count: number): readonly Way[] {
  const [axes, directions] = [node.optionalNumbers(`${name}_axes`), node.optionalNumbers(`${name}_directions`)];
  if ([axes, directions].some((list) => list !== undefined && list.length !== count))
    node.invalid(`its ${name}_axes and ${name}_directions are not ${count}`);
  return Array.from({ length: count }, (_, i) => ({ axis: axes?.[i] ?? 0, isReverse: (directions?.[i] ?? 0) !== 0 }));
}
