import { axisOf } from '../attributes.js';
import type { Operator, SourceNode } from '../operator.js';
import { at, stacked } from '../parts.js';

/**
 * Scan: the nodes of its body once for each place along an axis of the inputs that it goes over. Inputs of the body are
 * the state and one place of each of these; its outputs are the next state, and what is gathered of all steps. Version
 * 8 does so for each sample of a batch, along the axis behind it.
 */
export const scan: Operator = {
  name: 'Scan',
  inputs: [0, Infinity],
  outputs: Infinity,
  normalise: (node) => {
    const isOfBatch = node.opset < 9;
    if (isOfBatch && node.has(0)) node.unsupported('with sequence_lens');
    const given = node.inputs.slice(isOfBatch ? 1 : 0).map((_, i) => node.input(isOfBatch ? i + 1 : i));
    const count = node.number('num_scan_inputs');
    const states = given.length - count;
    const gathered = node.outputs.length - states;
    if (!Number.isInteger(count) || count < 1 || states < 0 || gathered < 0)
      node.invalid(`it has ${given.length} inputs, and goes over ${count} of them`);
    if (!isOfBatch) return { values: scanned(node, given, states) };
    const batch = node.typeOf(given[0]!).shape[0]!;
    if (batch === 0) node.unsupported('of an empty batch');
    const samples = Array.from({ length: batch }, (_, sample) =>
      scanned(
        node,
        given.map((value) => at(node, value, sample)),
        states,
      ),
    );
    return {
      values: node.outputs.map((_, i) =>
        stacked(
          node,
          samples.map((sample) => sample[i]!),
        ),
      ),
    };
  },
};

/** Of values of which the first are states, the last states and what is gathered. */
function scanned(node: SourceNode, given: readonly string[], states: number): readonly string[] {
  const body = node.graph('body');
  if (body.inputs.length !== given.length || body.outputs.length !== node.outputs.length)
    node.invalid(`its body has ${body.inputs.length} inputs and ${body.outputs.length} outputs`);
  const gone = waysOf(node, 'input', given.length - states).map((way, i) => {
    const value = given[states + i]!;
    const { shape } = node.typeOf(value);
    const axis = axisOf(node, way.axis, shape.length);
    return { value, axis, isReverse: way.isReverse, steps: shape[axis]! };
  });
  const [{ steps }] = gone as [(typeof gone)[0]];
  if (gone.some((one) => one.steps !== steps)) node.invalid('it goes over inputs of different extents');
  node.countSteps(steps);
  let state = given.slice(0, states);
  const rows = Array.from({ length: steps }, (_, step) => {
    const places = gone.map(({ value, axis, isReverse }) => at(node, value, isReverse ? steps - 1 - step : step, axis));
    const values = node.inline(body, [...state, ...places]);
    state = values.slice(0, states);
    return values.slice(states);
  });
  const gathered = node.outputs.length - states;
  if (steps === 0 && gathered > 0) node.unsupported('of no steps');
  const columns = waysOf(node, 'output', gathered).map(({ axis, isReverse }, i) => {
    const values = rows.map((row) => row[i]!);
    const rank = node.typeOf(values[0]!).shape.length + 1;
    return stacked(node, isReverse ? values.toReversed() : values, axisOf(node, axis, rank));
  });
  return [...state, ...columns];
}

interface Way {
  readonly axis: number;
  readonly isReverse: boolean;
}

/** Of each input or output that it goes over: along which axis, and whether from the end. */
function waysOf(node: SourceNode, which: 'input' | 'output', count: number): readonly Way[] {
  const axes = node.optionalNumbers(`scan_${which}_axes`);
  const older = which === 'input' && node.opset < 9 ? 'directions' : `scan_${which}_directions`;
  const directions = node.optionalNumbers(older);
  if ([axes, directions].some((list) => list !== undefined && list.length !== count))
    node.invalid(`its scan_${which}_axes and ${older} are not ${count}`);
  return Array.from({ length: count }, (_, i) => ({ axis: axes?.[i] ?? 0, isReverse: (directions?.[i] ?? 0) !== 0 }));
}
