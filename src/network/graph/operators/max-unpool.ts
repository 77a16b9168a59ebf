import { numbersOf, sameShape, shapeText } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { readWindow, spatialOf } from './window.js';

/** The elements that a MaxPool took, at their places; zeros elsewhere, and where `output_shape` asks for more. */
export const maxUnpool: Operator = {
  name: 'MaxUnpool',
  inputs: [2, 3],
  normalise: (node) => {
    const { kernel, strides, pads } = readWindow(node, node.numbers('kernel_shape'));
    const padded = pads ?? node.invalid('it has an auto_pad');
    const spatial = spatialOf(node, 0).map(
      (extent, d) => (extent - 1) * strides[d]! - padded[d]! - padded[d + kernel.length]! + kernel[d]!,
    );
    const shape = [...node.shape(0).slice(0, 2), ...spatial];
    const draft = { op: 'ScatterAtPlaces', inputs: [node.input(0), node.input(1)], attributes: { shape } };
    const wanted = node.has(2) ? Array.from(node.constantInput(2, 'an output shape').data) : shape;
    if (sameShape(shape, wanted)) return draft;
    if (wanted.length !== shape.length || wanted.some((extent, d) => extent < shape[d]!))
      node.invalid(`its output_shape is ${shapeText(wanted)}, less than ${shapeText(shape)}`);
    const pad = [...shape.map(() => 0), ...wanted.map((extent, d) => extent - shape[d]!)];
    const unpooled = node.emit(draft.op, draft.inputs, draft.attributes);
    return { op: 'Pad', inputs: [unpooled], attributes: { pads: pad, mode: 'constant', value: 0 } };
  },
};

/** Zeros of a `shape`, with elements at places that are counted row-major. */
export const scatterAtPlaces: Operator = graphOperator(
  'ScatterAtPlaces',
  [2, 2],
  byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, places] = [present(inputs, 0), present(inputs, 1)];
      if (!sameShape(shape, places.shape)) invalid(node, 'its indices have another shape than its data');
      return [{ type, shape: numbersOf(node, 'shape') }];
    },
    define: (p) => {
      const [data, places, output] = [p.input(0), p.input(1), p.output()];
      p.fill(output, 0);
      p.loop(data.elements, (i) => {
        const place = p.let(places.load(i).to('index'));
        p.failIf(place.below(0).or(place.atLeast(output.elements)));
        p.store(output, place, data.load(i));
      });
    },
  }),
);
