import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import { alongFirst } from './counted-rows.js';
import { numberOf, sizeOf } from './attributes.js';
import { type Draft, present, type InputType, type Operator, type SourceNode } from './operator.js';
import {
  pooledByAxes,
  asTwoAxes,
  autoPad,
  heightAndWidth,
  outputExtents,
  resolvedWindow,
  spanOf,
  spatialOf,
  windowAttributes,
  windowOf,
  type Window,
} from './window.js';

/**
 * MaxPool: kernel_shape, strides, dilations, pads; what is padded is never the largest. Its indices, in the order that
 * storage_order says, are a node of their own.
 */
export const maxPool: Operator = {
  name: 'MaxPool',
  inputs: [1, 1],
  outputs: 2,
  normalise: (node) => {
    const window = wholeWindow(node);
    const draft = pooledByAxes(node, [window], (value, [part]) => ({
      op: 'MaxPool',
      inputs: [value],
      attributes: windowAttributes(part!),
    }));
    if ((node.outputs[1] ?? '') === '') return { values: [node.emit(draft.op, draft.inputs, draft.attributes)] };
    const attributes = { ...windowAttributes(window), storage_order: node.number('storage_order', 0) };
    const indices = node.emit('MaxPoolIndices', [node.input(0)], attributes);
    return { values: [node.emit(draft.op, draft.inputs, draft.attributes), indices] };
  },
  canonical: {
    carriesCount: alongFirst,
    infer,
    work: (node) => sizeOf(windowOf(node).kernel),
    evaluate: (node, [data], [output]) => [overWindows(node, data!, output!, largest)],
  },
};

/**
 * AveragePool: kernel_shape, strides, dilations, pads, and count_include_pad, whether the divisor is the size of the
 * kernel or the number of elements within the input.
 */
export const averagePool: Operator = {
  name: 'AveragePool',
  inputs: [1, 1],
  normalise: (node) => {
    const window = pooled(node);
    const extra = overrun(node, window);
    const counts = node.number('count_include_pad', 0) !== 0;
    if (!counts || extra.every((pad) => pad === 0)) {
      const whole = { ...window, pads: added(window.pads, extra) };
      return pooledByAxes(node, [whole], (value, [part]) => averageOf(value, part!, counts));
    }
    // Windows that ceil_mode adds divide by what lies within the declared padding alone.
    const beyond = { ...window, pads: [...extra.map(() => 0), ...extra] };
    return pooledByAxes(node, [window, beyond], (value, [declared, added]) => {
      const pads = ofAllAxes(declared!.pads);
      const zeros = node.emit('Pad', [value], { pads, mode: 'constant', value: 0 });
      return averageOf(zeros, added!, false);
    });
  },
  canonical: {
    carriesCount: alongFirst,
    infer,
    work: (node) => sizeOf(windowOf(node).kernel),
    evaluate: (node, [data], [output]) => [
      overWindows(node, data!, output!, numberOf(node, 'count_include_pad') !== 0 ? meanOfKernel : meanOfInside),
    ],
  },
};

/** Windows with all of what they pad. */
export function wholeWindow(node: SourceNode): Window {
  const window = pooled(node);
  return { ...window, pads: added(window.pads, overrun(node, window)) };
}

export function averageOf(input: string, window: Window, counts: boolean): Draft {
  const attributes = { ...windowAttributes(window), count_include_pad: counts ? 1 : 0 };
  return { op: 'AveragePool', inputs: [input], attributes };
}

function ofAllAxes(pads: readonly number[]): number[] {
  const axes = pads.length / 2;
  return [0, 0, ...pads.slice(0, axes), 0, 0, ...pads.slice(axes)];
}

function added(pads: readonly number[], atEnd: readonly number[]): number[] {
  return pads.map((pad, index) => pad + (atEnd[index - atEnd.length] ?? 0));
}

function pooled(node: SourceNode): Window {
  const window = resolvedWindow(node, node.numbers('kernel_shape'), spatialOf(node, 0));
  window.kernel.forEach((extent, axis) => {
    if (
      Math.max(window.pads[axis]!, window.pads[axis + window.kernel.length]!) >= spanOf(extent, window.dilations[axis]!)
    )
      node.invalid('its padding is as large as its kernel, so that a window would hold nothing');
  });
  return window;
}

/**
 * The padding at the end that makes the windows of ceil_mode whole; one that would begin there is none. Of `auto_pad`,
 * SAME says how many windows there are, and VALID only that nothing is padded: ONNX's shape inference rounds up there.
 */
function overrun(node: SourceNode, { kernel, strides, dilations, pads }: Window): number[] {
  const isSame = autoPad(node).startsWith('SAME');
  if (node.number('ceil_mode', 0) === 0 || isSame) return kernel.map(() => 0);
  return node
    .shape(0)
    .slice(2)
    .map((extent, axis) => {
      const padded = extent + pads[axis]! + pads[axis + kernel.length]!;
      const span = spanOf(kernel[axis]!, dilations[axis]!);
      const steps = Math.ceil((padded - span) / strides[axis]!);
      const whole = steps * strides[axis]! >= extent + pads[axis]! ? steps - 1 : steps;
      return Math.max(0, whole * strides[axis]! + span - padded);
    });
}

function infer(node: GraphNode, inputs: readonly InputType[]): ValueType[] {
  const { type, shape } = present(inputs, 0);
  return [{ type, shape: [...shape.slice(0, 2), ...outputExtents(node, windowOf(node), shape.slice(2))] }];
}

/** The result of a window: its elements lie at `from + y * rowStep + x * step`, `rows` times `columns` of them. */
type Reduce = (
  data: ConstantTensor['data'],
  inside: { from: number; rows: number; columns: number; rowStep: number; step: number; kernel: number },
) => number;

const largest: Reduce = (data, { from, rows, columns, rowStep, step }) => {
  let best = -Infinity;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) best = Math.max(best, data[from + y * rowStep + x * step]!);
  return best;
};

function sum(data: ConstantTensor['data'], { from, rows, columns, rowStep, step }: Parameters<Reduce>[1]): number {
  let total = 0;
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) total += data[from + y * rowStep + x * step]!;
  return total;
}

const meanOfKernel: Reduce = (data, inside) => sum(data, inside) / inside.kernel;
const meanOfInside: Reduce = (data, inside) => sum(data, inside) / (inside.rows * inside.columns);

function overWindows(node: GraphNode, data: ConstantTensor, output: ValueType, reduce: Reduce): Float64Array {
  const { kernel, strides, dilations, pads } = asTwoAxes(windowOf(node));
  const [height, width] = heightAndWidth(data.shape);
  const [outHeight, outWidth] = heightAndWidth(output.shape);
  const ys = windows(outHeight, height, kernel[0]!, strides[0]!, dilations[0]!, pads[0]!);
  const xs = windows(outWidth, width, kernel[1]!, strides[1]!, dilations[1]!, pads[1]!);
  const out = new Float64Array(sizeOf(output.shape));
  const planes = output.shape[0]! * output.shape[1]!;
  const [rowStep, step] = [dilations[0]! * width, dilations[1]!];
  let at = 0;
  for (let plane = 0; plane < planes; plane++)
    for (const y of ys)
      for (const x of xs) {
        const from = plane * height * width + y.from * width + x.from;
        const inside = { from, rows: y.count, columns: x.count, rowStep, step, kernel: kernel[0]! * kernel[1]! };
        out[at++] = reduce(data.data, inside);
      }
  return out;
}

/** Of each output along an axis, the first element of its window that lies within the input, and how many do. */
function windows(
  outputs: number,
  extent: number,
  kernel: number,
  stride: number,
  dilation: number,
  pad: number,
): { from: number; count: number }[] {
  return Array.from({ length: outputs }, (_, output) => {
    const begin = output * stride - pad;
    const skipped = begin < 0 ? Math.ceil(-begin / dilation) : 0;
    const last = Math.min(kernel - 1, Math.floor((extent - 1 - begin) / dilation));
    return { from: begin + skipped * dilation, count: Math.max(0, last - skipped + 1) };
  });
}
