import type { ConstantTensor, OnnxModel, OnnxNode } from '../../src/network/onnx/model.js';
import { Random } from '../../src/space/random.js';
import { heWeights, linearWeights, normalizationRanges, RESIDUAL_GAIN, uniform } from './weights.js';

/** What fills a weight of a shape. */
type Fill = (shape: readonly number[], random: Random) => ConstantTensor;

/**
 * The same network with random weights. Replaced are float32 weights of convolutions, products, normalizations and
 * element-wise nodes, whether they are constants, or made by Constant or ConstantOfShape nodes, which go.
 */
export function withRandomWeights(model: OnnxModel, seed: number): OnnxModel {
  const random = new Random(seed);
  const shapes = weightShapes(model);
  const constants = new Map(model.constants);
  const replaced = new Set<string>();
  for (const [name, fill] of fillsOf(model)) {
    const shape = shapes.get(name);
    if (shape === undefined) continue;
    constants.set(name, fill(shape, random));
    replaced.add(name);
  }
  const nodes = model.nodes.filter(({ outputs }) => !outputs.some((output) => replaced.has(output)));
  const read = new Set([...nodes.flatMap(({ inputs }) => inputs), ...model.outputs.map(({ name }) => name)]);
  return { ...model, nodes, constants: new Map([...constants].filter(([name]) => read.has(name))) };
}

/** Shapes of all float32 values of more than one element that are constant, by name. */
function weightShapes({ constants, nodes }: OnnxModel): ReadonlyMap<string, readonly number[]> {
  const made = nodes.flatMap(({ op, inputs, outputs, attributes }) => {
    const value = attributes.get('value');
    if (op !== 'Constant' && op !== 'ConstantOfShape') return [];
    const tensor = typeof value === 'object' && 'data' in value ? value : undefined;
    if (op === 'Constant') return tensor === undefined ? [] : [[outputs[0]!, tensor.type, tensor.shape] as const];
    const shape = constants.get(inputs[0]!);
    return shape === undefined ? [] : [[outputs[0]!, tensor?.type ?? 'float32', [...shape.data]] as const];
  });
  const given = [...constants].map(([name, { type, shape }]) => [name, type, shape] as const);
  return new Map(
    [...given, ...made]
      .filter(([, type, shape]) => type === 'float32' && sizeOf(shape) > 1)
      .map(([name, , shape]) => [name, shape]),
  );
}

/** How values that nodes take as weights are filled, by name. */
function fillsOf(model: OnnxModel): ReadonlyMap<string, Fill> {
  const added = new Set(model.nodes.filter(({ op }) => op === 'Add' || op === 'Sum').flatMap(({ inputs }) => inputs));
  const fills = new Map<string, Fill>();
  for (const node of model.nodes)
    for (const [place, fill] of weightsOf(node, added.has(node.outputs[0]!) ? RESIDUAL_GAIN : 1).entries()) {
      const name = node.inputs[place];
      if (fill !== undefined && name !== undefined && !fills.has(name)) fills.set(name, fill);
    }
  return fills;
}

const bias = between(-0.1, 0.1);
const factor = between(0.8, 1.2);

/** By place among the node's inputs. */
function weightsOf({ op, attributes }: OnnxNode, gain: number): readonly (Fill | undefined)[] {
  const group = Number(attributes.get('group') ?? 1);
  switch (op) {
    case 'Conv':
      return [undefined, (shape, random) => heWeights(shape, random), bias];
    case 'ConvTranspose':
      return [
        undefined,
        (shape, random) => heWeights(shape, random, sizeOf([shape[0]! / group, ...shape.slice(2)])),
        bias,
      ];
    case 'Gemm': {
      const summed = attributes.get('transB') === 1 ? 1 : 0;
      return [undefined, (shape, random) => linearWeights(shape, random, shape[summed]), bias];
    }
    case 'MatMul':
      return [undefined, (shape, random) => linearWeights(shape, random, shape.at(-2))];
    case 'BatchNormalization':
      return [undefined, ...normalizationRanges(gain).map(([low, high]) => between(low, high))];
    case 'PRelu':
      return [undefined, between(0.1, 0.4)];
    case 'Add':
    case 'Sub':
    case 'Sum':
      return [bias, bias];
    case 'Mul':
    case 'Div':
      return [factor, factor];
    default:
      return [];
  }
}

function between(low: number, high: number): Fill {
  return (shape, random) => uniform(shape, low, high, random);
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}
