/** The activations that recurrent operators name, as nodes of a graph. */
import type { SourceNode } from '../operator.js';

export type Activation = (value: string) => string;

interface ActivationKind {
  /** Parameters that it takes, in this order, with what stands for them where they are left out. */
  readonly parameters: readonly (readonly [name: 'alpha' | 'beta', otherwise: number])[];
  readonly emit: (node: SourceNode, value: string, parameters: Readonly<Record<string, number>>) => string;
}

function kind(op: string, ...parameters: ActivationKind['parameters']): ActivationKind {
  return { parameters, emit: (node, value, given) => node.emit(op, [value], given) };
}

function scaled(node: SourceNode, value: string, factor = 1): string {
  return factor === 1 ? value : node.emit('Mul', [value, node.scalar(factor)]);
}

/** By name in lower case, since exporters disagree on the spelling. */
const kinds: ReadonlyMap<string, ActivationKind> = new Map([
  ['relu', kind('Relu')],
  ['tanh', kind('Tanh')],
  ['sigmoid', kind('Sigmoid')],
  ['softsign', kind('Softsign')],
  ['softplus', kind('Softplus')],
  ['leakyrelu', kind('LeakyRelu', ['alpha', 0.01])],
  ['thresholdedrelu', kind('ThresholdedRelu', ['alpha', 1])],
  ['elu', kind('Elu', ['alpha', 1])],
  ['hardsigmoid', kind('HardSigmoid', ['alpha', 0.2], ['beta', 0.5])],
  [
    'affine',
    {
      parameters: [
        ['alpha', 1],
        ['beta', 0],
      ],
      emit: (node, value, { alpha, beta = 0 }) => node.emit('Add', [scaled(node, value, alpha), node.scalar(beta)]),
    },
  ],
  [
    'scaledtanh',
    {
      parameters: [
        ['alpha', 1],
        ['beta', 1],
      ],
      emit: (node, value, { alpha, beta }) => scaled(node, node.emit('Tanh', [scaled(node, value, beta)]), alpha),
    },
  ],
]);

/**
 * The activations of each direction, `otherwise` where the node names none. `activation_alpha` and `activation_beta`
 * are lists over those that take such a parameter, in the order in which they are named. `clip` bounds the inputs of
 * the first `ofGates`: of an LSTM not what its cell hands on, as ONNX Runtime has it.
 */
export function activationsOf(
  node: SourceNode,
  directions: number,
  otherwise: readonly string[],
  ofGates: number,
): readonly (readonly Activation[])[] {
  const names = namesOf(node) ?? Array.from({ length: directions }, () => otherwise).flat();
  if (names.length !== directions * otherwise.length)
    node.invalid(`it has ${names.length} activations, and ${directions * otherwise.length} are needed`);
  const given = { alpha: parametersOf(node, 'alpha'), beta: parametersOf(node, 'beta') };
  const all = names.map((name, place): Activation => {
    const found = kinds.get(name.toLowerCase()) ?? node.unsupported(`with the activation ${name}`);
    const parameters = Object.fromEntries(
      found.parameters.map(([parameter, value]) => [parameter, given[parameter].next().value ?? value]),
    );
    const isOfGate = place % otherwise.length < ofGates;
    return (value) => found.emit(node, isOfGate ? clipped(node, value) : value, parameters);
  });
  return Array.from({ length: directions }, (_, d) => all.slice(d * otherwise.length, (d + 1) * otherwise.length));
}

function namesOf(node: SourceNode): readonly string[] | undefined {
  const names = node.attributes.get('activations');
  if (names === undefined || (Array.isArray(names) && names.length === 0)) return undefined;
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  return node.invalid('its activations are no list of names');
}

function parametersOf(node: SourceNode, name: 'alpha' | 'beta'): Iterator<number, undefined> {
  return (node.optionalNumbers(`activation_${name}`) ?? [])[Symbol.iterator]() as Iterator<number, undefined>;
}

function clipped(node: SourceNode, value: string): string {
  const bound = node.number('clip', Infinity);
  if (!(bound >= 0)) node.invalid(`its clip is ${bound}`);
  return bound === Infinity ? value : node.emit('Clip', [value], { min: -bound, max: bound });
}
