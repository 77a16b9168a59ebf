import { inputNames } from '../../../operator/elementwise-language.js';
import type { Graph } from '../../graph/graph.js';
import { numberOf } from '../../graph/operators/attributes.js';
import type { KernelForm } from '../layer.js';
import type { Group } from '../tail.js';
import { elementwiseForm, inLayout, letter } from './elementwise.js';
import { resizedIn } from './views.js';

/**
 * An image that is resized and concatenated with others along the channels, as decoders of segmentation and pyramids of
 * detection do, where these lie last; in other layouts a Concat copies nothing.
 */
export function resizedConcatForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  const { anchor, nodes } = second;
  const [resizedValue, ...others] = anchor.inputs as [string, ...string[]];
  if (nodes.length > 1 || numberOf(anchor, 'axis') !== 1 || others.includes(resizedValue)) return undefined;
  const resized = resizedIn('NHWC', first.anchor, graph);
  const beside = others.map((value) => inLayout(value, 'NHWC', 4, graph));
  if (!resized || !beside.every((operand) => operand !== undefined)) return undefined;
  const operands = [...resized.operands, ...beside];
  if (operands.length > inputNames.length) return undefined;
  const names = beside.map((_, i) => letter(resized.operands.length + i));
  const form = elementwiseForm(`concat(3,${[resized.text, ...names].join()})`, operands, 'NHWC');
  return form.kind === 'kernel' ? form : undefined;
}
