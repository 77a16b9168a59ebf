import type { Attribute, ConstantTensor, OnnxModel, OnnxNode } from '../../src/network/onnx/model.js';
import type { Random } from '../../src/space/random.js';
import { heWeights, linearWeights, normalization, uniform } from './weights.js';

export interface ConvOptions {
  readonly out: number;
  readonly kernel: number;
  readonly stride?: number;
  readonly group?: number;
  /** What is added to a residual is smaller, so that activations do not grow from block to block. */
  readonly gain?: number;
}

/** Writes a network down layer by layer; a layer is the name of its output, whose channels are kept. */
export class NetworkBuilder {
  readonly #nodes: OnnxNode[] = [];
  readonly #constants = new Map<string, ConstantTensor>();
  readonly #channels = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(readonly random: Random) {}

  input(name: string, channels: number): string {
    this.#channels.set(name, channels);
    return name;
  }

  channels(layer: string): number {
    return this.#channels.get(layer)!;
  }

  /** A convolution that keeps the extents but for its stride, and its batch normalization. */
  convBn(x: string, { out, kernel, stride = 1, group = 1, gain = 1 }: ConvOptions): string {
    const pad = (kernel - 1) / 2;
    const attributes = {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      group,
    };
    const weights = heWeights([out, this.channels(x) / group, kernel, kernel], this.random);
    const conv = this.node('Conv', [x, this.constant('weight', weights)], attributes, out);
    const statistics = normalization(out, gain, this.random).map((tensor) => this.constant('statistics', tensor));
    return this.node('BatchNormalization', [conv, ...statistics], { epsilon: Math.fround(1e-5) }, out);
  }

  gemm(x: string, out: number): string {
    const weights = linearWeights([out, this.channels(x)], this.random);
    const bias = uniform([out], -0.1, 0.1, this.random);
    return this.node('Gemm', [x, this.constant('weight', weights), this.constant('bias', bias)], { transB: 1 }, out);
  }

  /** A node of one output, with the channels of its first input unless others are given. */
  node(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    out?: number,
  ): string {
    const name = this.#fresh(op);
    this.#nodes.push({ name, op, inputs, outputs: [name], attributes: new Map(Object.entries(attributes)) });
    this.#channels.set(name, out ?? this.channels(inputs[0]!));
    return name;
  }

  constant(kind: string, tensor: ConstantTensor): string {
    const name = this.#fresh(kind);
    this.#constants.set(name, tensor);
    return name;
  }

  model(name: string, opset: number, inputs: OnnxModel['inputs'], outputs: OnnxModel['outputs']): OnnxModel {
    return { name, opset, inputs, outputs, constants: this.#constants, nodes: this.#nodes };
  }

  #fresh(kind: string): string {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return `${kind}_${count}`;
  }
}
