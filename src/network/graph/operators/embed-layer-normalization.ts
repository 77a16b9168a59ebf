/**
 * ONNX Runtime's first layer of BERT: the sum of three embeddings, normalised
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md).
 */
import { int32 } from '../../../elements/int32.js';
import { shapeText } from './attributes.js';
import { layerNormalised, RUNTIME_EPSILON } from './normalizations.js';
import type { Normalised, Operator, SourceNode } from './operator.js';
import { cut } from './parts.js';
import { dequantised } from './quantisation.js';
import { reshaped } from './reshape.js';

/** Places of inputs; tokens [B x S] and their segments come first. */
interface Places {
  /** Tables of embeddings, [rows x width]; that of segments may be left out. */
  readonly words: number;
  readonly positions: number;
  readonly segments: number;
  readonly scale: number;
  readonly shift: number;
  /** Which tokens count, B x S. */
  readonly mask: number;
  /** The position of each token, where it is not its place. */
  readonly order?: number;
}

const [TOKENS, SEGMENTS] = [0, 1];

/** `floats`: the value of an input as floats. */
function embedded(node: SourceNode, places: Places, floats: (place: number) => string): Normalised {
  const rows = (table: number, of: string): string => node.emit('Gather', [floats(table), of], { axis: 0 });
  const words = rows(places.words, node.input(TOKENS));
  if (node.rank(TOKENS) !== 2) node.invalid(`its tokens are ${shapeText(node.shape(TOKENS))}`);
  const [tokens, most] = [node.shape(TOKENS)[1]!, node.shape(places.positions)[0]!];
  const order = places.order === undefined ? undefined : node.inputs[places.order];
  if (order === undefined && tokens > most) node.invalid(`it has ${tokens} tokens, and positions of ${most}`);
  const positions =
    order === undefined ? cut(node, floats(places.positions), 0, 0, tokens) : rows(places.positions, order);
  const placed = node.emit('Add', [words, positions]);
  const sum = node.has(places.segments)
    ? node.emit('Add', [placed, rows(places.segments, node.input(SEGMENTS))])
    : placed;
  const [output] = layerNormalised(node, sum, {
    ...{ axes: [node.typeOf(sum).shape.length - 1], epsilon: RUNTIME_EPSILON },
    ...{ scale: floats(places.scale), shift: floats(places.shift) },
  });
  return { values: [output, tokensThatCount(node, places.mask), sum] };
}

/** How many tokens of each row a mask has, int32; 0 without a mask. */
function tokensThatCount(node: SourceNode, mask: number): string {
  const [batch] = node.shape(TOKENS) as [number];
  if (!node.has(mask)) return node.constant({ type: int32.name, shape: [batch], data: new Float32Array(batch) });
  const counts = node.emit('Equal', [node.input(mask), node.scalar(1, node.type(mask).type)]);
  const ones = node.emit('Cast', [counts], { to: int32.name });
  return reshaped(node, node.emit('ReduceSum', [ones], { axes: [1] }), [batch]);
}

export const embedLayerNormalizations: readonly Operator[] = [
  {
    name: 'com.microsoft.EmbedLayerNormalization',
    inputs: [7, 9],
    optional: [1, 4],
    outputs: 3,
    normalise: (node) => {
      const places = { words: 2, positions: 3, segments: 4, scale: 5, shift: 6, mask: 7, order: 8 };
      return embedded(node, places, (place) => node.input(place));
    },
  },
  {
    name: 'com.microsoft.QEmbedLayerNormalization',
    inputs: [18, 18],
    optional: [1, 4, 7, 10, 15],
    outputs: 2,
    normalise: (node) => {
      const places = { words: 2, positions: 3, segments: 4, scale: 5, shift: 6, mask: 7 };
      // Scales of the five tables lie behind the mask, zero points behind the scales.
      const floats = (place: number): string => {
        const [scale, zero] = [node.input(place + 6), node.input(place + 11)];
        return dequantised(node, node.input(place), { scale, zero });
      };
      return embedded(node, places, floats);
    },
  },
];
