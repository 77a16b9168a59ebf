/** Networks of ONNX's operators drawn at random, small and well-conditioned. */
import type { Attribute, ConstantTensor, OnnxModel, OnnxNode } from '../../src/network/onnx/model.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { Random } from '../../src/space/random.js';

/** Elements that a value may have. */
const LARGEST = 3000;

interface Known {
  readonly name: string;
  readonly shape: readonly number[];
}

/** A network of about so many nodes; names begin with `prefix`, so that several make one model. */
export function randomNetwork(random: Random, prefix: string, nodes: number): OnnxModel {
  return new Drawn(random, prefix).model(nodes);
}

/** Several networks that have nothing in common as one. */
export function together(models: readonly OnnxModel[]): OnnxModel {
  return {
    ...models[0]!,
    inputs: models.flatMap(({ inputs }) => inputs),
    outputs: models.flatMap(({ outputs }) => outputs),
    nodes: models.flatMap((model) => model.nodes),
    constants: new Map(models.flatMap(({ constants }) => [...constants])),
  };
}

class Drawn {
  readonly #nodes: OnnxNode[] = [];
  readonly #inputs: Known[] = [];
  readonly #known: Known[] = [];
  readonly #constants = new Map<string, ConstantTensor>();

  constructor(
    private readonly random: Random,
    private readonly prefix: string,
  ) {}

  model(nodes: number): OnnxModel {
    const { random } = this;
    for (let i = random.int(2); i >= 0; i--) this.#input(this.#anyShape());
    while (this.#nodes.length < nodes) this.#grow();
    const outputs = new Set([this.#known.at(-1)!.name]);
    for (let i = random.int(3); i > 0; i--) outputs.add(this.#any().name);
    if (random.int(6) === 0) outputs.add(this.#inputs[0]!.name);
    if (random.int(6) === 0) outputs.add(this.#constant([2, 3]));
    return this.#withOutputs(outputs);
  }

  #withOutputs(outputs: Iterable<string>): OnnxModel {
    return {
      name: 'drawn',
      opset: 18,
      inputs: this.#inputs.map(({ name, shape }) => ({ name, type: 'float32', shape })),
      outputs: Array.from(outputs, (name) => ({ name, type: 'float32', shape: undefined })),
      constants: this.#constants,
      nodes: this.#nodes,
    };
  }

  /** One more node, or a few; what a drawing cannot use leaves no trace. */
  #grow(): void {
    const { random } = this;
    const draw = random.pick(Object.values(this.#kinds));
    const value = random.int(2) === 0 ? this.#known.at(-1)! : this.#any();
    draw(value);
  }

  #int(least: number, most: number): number {
    return least + this.random.int(most - least + 1);
  }

  #any(): Known {
    return this.random.pick(this.#known);
  }

  #name(): string {
    return `${this.prefix}_${this.#nodes.length + this.#constants.size + this.#inputs.length}`;
  }

  #anyShape(): number[] {
    const batch = this.random.pick([1, 1, 2]);
    const channels = this.random.pick([1, 3, 4, 8, 16]);
    switch (this.random.int(8)) {
      case 0:
        return [this.#int(1, 40)];
      case 1:
        return [batch, this.#int(1, 20)];
      case 2:
        return [batch, channels, this.#int(1, 12)];
      case 3:
        return [batch, 2, this.#int(1, 4), this.#int(1, 5), this.#int(1, 4)];
      default:
        return [batch, channels, this.#int(1, 9), this.#int(1, 9)];
    }
  }

  #input(shape: readonly number[]): Known {
    const input = { name: this.#name(), shape };
    this.#inputs.push(input);
    this.#known.push(input);
    return input;
  }

  #constant(shape: readonly number[], scale = 1, middle = 0): string {
    const name = this.#name();
    const data = Float32Array.from({ length: size(shape) }, () => middle + scale * (2 * this.random.float() - 1));
    this.#constants.set(name, { type: 'float32', shape, data });
    return name;
  }

  #integers(data: readonly number[], shape = [data.length]): string {
    const name = this.#name();
    this.#constants.set(name, { type: 'int64', shape, data: Float64Array.from(data) });
    return name;
  }

  /** Appends a node; its output's shape is what shape inference says. */
  #node(
    op: string,
    inputs: readonly (Known | string)[],
    attributes: Readonly<Record<string, Attribute>> = {},
    outputs = 1,
  ): Known[] {
    const first = this.#name();
    const names = Array.from({ length: outputs }, (_, i) => (i === 0 ? first : `${first}_${i}`));
    const given = inputs.map((input) => (typeof input === 'string' ? input : input.name));
    const node = { name: `${op} ${first}`, op, inputs: given, outputs: names };
    this.#nodes.push({ ...node, attributes: new Map(Object.entries(attributes)) });
    const { values } = toGraph(this.#withOutputs(names));
    const made = names.map((name) => ({ name, shape: values.get(name)!.shape }));
    if (made.every(({ shape }) => size(shape) <= LARGEST && shape.length <= 6)) {
      this.#known.push(...made);
      return made;
    }
    this.#nodes.pop();
    return [];
  }

  readonly #kinds: Readonly<Record<string, (value: Known) => void>> = {
    conv: (value) => {
      this.#convolve(value);
    },
    convAgain: (value) => {
      const made = this.#convolve(value);
      if (made) this.#convolve(made);
    },
    activated: (value) => {
      const made = this.#convolve(value);
      if (!made) return;
      const [scaled] = this.#node('Mul', [made, this.#constant([made.shape[1]!, ...made.shape.slice(2).map(() => 1)])]);
      this.#activate(scaled ?? made);
    },
    activation: (value) => {
      this.#activate(value);
    },
    activations: (value) => {
      this.#activate(this.#activate(value) ?? value);
    },
    residual: (value) => {
      const made = this.#convolve(value, value.shape[1], true);
      if (!made || made.shape.join() !== value.shape.join()) return;
      const [sum] = this.#node('Add', this.random.int(2) === 0 ? [made, value] : [value, made]);
      if (sum && this.random.int(2) === 0) this.#activate(sum);
    },
    separable: (value) => {
      const [, channels, ...pixels] = value.shape;
      const window = pixels.length === 2 ? this.#window(value, 2) : undefined;
      if (!window) return;
      const one = { kernel_shape: [1, 1], strides: [1, 1], dilations: [1, 1], pads: [0, 0, 0, 0] };
      const first = this.#convolution(value, channels!, { ...window, group: channels! });
      const between = first && this.random.int(2) === 0 ? this.#activate(first) : first;
      if (between) this.#finished(this.#convolution(between, this.random.pick([3, 8, 16]), { ...one, group: 1 }));
    },
    pooled: (value) => {
      const made = this.#convolve(value);
      const between = made && this.random.int(2) === 0 ? this.#activate(made) : made;
      if (between) this.#kinds['pool']!(between);
    },
    transposed: (value) => {
      const { random } = this;
      const axes = value.shape.length - 2;
      if (axes !== 1 && axes !== 2) return;
      const group = random.pick([1, 1, divisor(random, value.shape[1]!)]);
      const kernel = times(axes, () => this.#int(1, 3));
      const strides = times(axes, () => this.#int(1, 2));
      const weights = this.#weights([value.shape[1]!, this.#int(1, 8), ...kernel]);
      const bias = random.int(2) === 0 ? [this.#constant([this.#constants.get(weights)!.shape[1]! * group])] : [];
      const pads = times(2 * axes, (i) => this.random.int(kernel[i % axes]!));
      const extents = times(
        axes,
        (d) => strides[d]! * (value.shape[2 + d]! - 1) + kernel[d]! - pads[d]! - pads[d + axes]!,
      );
      if (extents.some((extent) => extent < 1)) return;
      const output_padding = times(axes, (d) => random.int(strides[d]!));
      this.#node('ConvTranspose', [value, weights, ...bias], { strides, pads, group, output_padding });
    },
    pool: (value) => {
      const axes = value.shape.length - 2;
      if (axes !== 1 && axes !== 2) return;
      const window = this.#window(value, axes);
      if (!window) return;
      const op = this.random.pick(['MaxPool', 'AveragePool']);
      const own = op === 'AveragePool' ? { count_include_pad: this.random.int(2) } : {};
      const padded = { ...window, ceil_mode: this.random.int(2), ...own };
      this.#node(op, [value], padded);
    },
    globalPool: (value) => {
      if (value.shape.length === 3 || value.shape.length === 4)
        this.#node(this.random.pick(['GlobalAveragePool', 'GlobalMaxPool']), [value]);
    },
    reduce: (value) => {
      const { random } = this;
      const axes = [...value.shape.keys()].filter(() => random.int(2) === 0);
      if (axes.length === 0) return;
      const basic = ['ReduceSum', 'ReduceMean', 'ReduceMax', 'ReduceMin'];
      const op = random.pick([...basic, 'ReduceL1', 'ReduceL2', 'ReduceSumSquare', 'ReduceLogSumExp']);
      const [made] = this.#node(op, [value, this.#integers(axes)], { keepdims: random.int(2) });
      if (made && random.int(2) === 0) this.#activate(made);
    },
    softmax: (value) => {
      if (value.shape.length === 0) return;
      const [bounded] = this.#node('Tanh', [value]);
      if (!bounded) return;
      this.#node(this.random.pick(['Softmax', 'LogSoftmax']), [bounded], { axis: this.random.int(value.shape.length) });
    },
    normalise: (value) => {
      const channels = [value.shape[1] ?? 1];
      if (value.shape.length < 3) return;
      if (this.random.int(2) === 0)
        this.#node('InstanceNormalization', [value, this.#constant(channels), this.#constant(channels)], {
          epsilon: 0.1,
        });
      else
        this.#node(
          'BatchNormalization',
          [value, ...times(3, () => this.#constant(channels)), this.#constant(channels, 0.2, 1)],
          {},
        );
    },
    lrn: (value) => {
      if (value.shape.length > 2)
        this.#node('LRN', [value], { size: this.#int(1, 5), alpha: 0.1, beta: 0.75, bias: 2 });
    },
    transpose: (value) => {
      const perm = [...value.shape.keys()];
      this.random.shuffle(perm);
      if (perm.length > 1) this.#node('Transpose', [value], { perm });
    },
    reshape: (value) => {
      const [rank, left] = [this.#int(1, 4), [] as number[]];
      let rest = size(value.shape);
      for (let d = 1; d < rank; d++) {
        const extent = divisor(this.random, rest);
        left.push(extent);
        rest /= extent;
      }
      left.push(rest);
      this.random.shuffle(left);
      this.#node('Reshape', [value, this.#integers(left)]);
    },
    flatten: (value) => {
      this.#node('Flatten', [value], { axis: this.random.int(value.shape.length + 1) });
    },
    unsqueeze: (value) => {
      this.#node('Unsqueeze', [value, this.#integers([this.random.int(value.shape.length + 1)])]);
    },
    shuffle: (value) => {
      const [n, c = 1, ...space] = value.shape;
      if (n === undefined || space.length === 0) return;
      const group = divisor(this.random, c);
      const [apart] = this.#node('Reshape', [value, this.#integers([n, group, c / group, ...space])]);
      const perm = [0, 2, 1, ...space.map((_, d) => d + 3)];
      const [moved] = apart ? this.#node('Transpose', [apart], { perm }) : [];
      if (moved) this.#node('Reshape', [moved, this.#integers(value.shape)]);
    },
    concat: (value) => {
      if (value.shape.length === 0) return;
      const axis = this.random.int(value.shape.length);
      const fitting = this.#known.filter(
        ({ shape }) => shape.length === value.shape.length && shape.every((n, d) => d === axis || n === value.shape[d]),
      );
      const parts = times(this.#int(1, 3), () => this.random.pick(fitting));
      const [made] = this.#node('Concat', [value, ...parts], { axis });
      if (made && this.random.int(2) === 0) this.#node('Concat', [made, value], { axis });
    },
    split: (value) => {
      const axis = this.random.int(Math.max(1, value.shape.length));
      const extent = value.shape[axis] ?? 1;
      if (extent < 2) return;
      const first = this.random.int(2) === 0 && extent % 2 === 0 ? extent / 2 : this.#int(1, extent - 1);
      const parts = this.#node('Split', [value, this.#integers([first, extent - first])], { axis }, 2);
      if (parts.length < 2 || this.random.int(2) === 0) return;
      const [one] = [this.#activate(parts[0]!)];
      const other = this.random.int(2) === 0 ? parts[1]! : this.#activate(parts[1]!);
      if (one && other && this.random.int(3) > 0)
        this.#node('Concat', this.random.int(2) === 0 ? [one, other] : [parts[1]!, parts[0]!], { axis });
    },
    slice: (value) => {
      const axes = [...value.shape.keys()].filter(() => this.random.int(2) === 0);
      if (axes.length === 0) return;
      const cuts = axes.map((axis) => {
        const extent = value.shape[axis]!;
        const start = this.random.int(extent);
        const step = this.random.pick([1, 1, 2, -1]);
        return step > 0 ? [start, this.#int(start + 1, extent), step] : [start, -extent - 1, step];
      });
      const [starts, ends, steps] = times(3, (i) => this.#integers(cuts.map((cut) => cut[i]!)));
      this.#node('Slice', [value, starts!, ends!, this.#integers(axes), steps!]);
    },
    pad: (value) => {
      const mode = this.random.pick(['constant', 'reflect', 'edge', 'wrap']);
      const pads = times(2 * value.shape.length, (i) =>
        Math.min(this.random.pick([0, 0, 1, 2]), mode === 'reflect' ? value.shape[i % value.shape.length]! - 1 : 2),
      );
      this.#node('Pad', [value, this.#integers(pads), this.#constant([])], { mode });
    },
    gather: (value) => {
      if (value.shape.length === 0) return;
      const axis = this.random.int(value.shape.length);
      const indices = times(this.#int(1, 6), () => this.random.int(value.shape[axis]!));
      const isOne = this.random.int(4) === 0;
      this.#node('Gather', [value, this.#integers(isOne ? [indices[0]!] : indices, isOne ? [] : undefined)], { axis });
    },
    resize: (value) => {
      if (value.shape.length < 3) return;
      const mode = this.random.pick(['nearest', 'linear', 'cubic']);
      const sizes = value.shape.map((extent, d) => (d < 2 ? extent : this.#int(1, 2 * extent + 1)));
      const name = this.#integers(sizes);
      const empty = this.#name();
      this.#constants.set(empty, { type: 'float32', shape: [0], data: new Float32Array(0) });
      const coordinate_transformation_mode = this.random.pick(['half_pixel', 'align_corners', 'asymmetric']);
      this.#node('Resize', [value, '', empty, name], {
        mode,
        coordinate_transformation_mode,
        nearest_mode: this.random.pick(['floor', 'round_prefer_floor', 'ceil']),
        exclude_outside: mode === 'cubic' ? this.random.int(2) : 0,
      });
    },
    expand: (value) => {
      const front = this.random.int(2) === 0 ? [] : [this.#int(1, 2)];
      const shape = value.shape.map((extent) => (extent === 1 ? this.#int(1, 3) : extent));
      this.#node('Expand', [value, this.#integers([...front, ...shape])]);
    },
    binary: (value) => {
      this.#combine(value, this.#partner(value));
    },
    broadcast: (value) => {
      const own = value.shape.map((extent) => (this.random.int(2) === 0 ? extent : 1));
      const kept = own.slice(this.random.int(own.length + 1));
      const other = this.random.int(3) === 0 ? this.#input(kept) : { name: this.#constant(kept), shape: kept };
      this.#combine(value, other);
    },
    twice: (value) => {
      this.#node(this.random.pick(['Mul', 'Add']), [this.#activate(value) ?? value, value]);
    },
    several: (value) => {
      const same = this.#known.filter(({ shape }) => shape.join() === value.shape.join());
      this.#node(this.random.pick(['Max', 'Min', 'Sum', 'Mean']), [value, ...times(2, () => this.random.pick(same))]);
    },
    prelu: (value) => {
      const slopes = value.shape.map((extent, d) => (d === 1 || this.random.int(4) === 0 ? extent : 1));
      if (slopes.length > 1) this.#node('PRelu', [value, this.#constant(slopes)]);
    },
    gemm: (value) => {
      if (value.shape.length !== 2) return;
      const { random } = this;
      const [transA, transB] = [random.int(2), random.int(2)];
      const [m, k] = transA ? value.shape.toReversed() : value.shape;
      const n = this.#int(1, 9);
      const weights = this.#weights(transB ? [n, k!] : [k!, n]);
      const shapes = [[n], [m!, n], [1, n], [m!, 1], [1]];
      const added = random.pick(shapes);
      const c = random.int(3) === 0 ? [] : random.int(3) === 0 ? [this.#input(added)] : [this.#constant(added)];
      const [alpha, beta] = [random.pick([1, 1, 0.5]), random.pick([1, 1, 0.5])];
      const [made] = this.#node('Gemm', [value, weights, ...c], { transA, transB, alpha, beta });
      if (made && random.int(2) === 0) this.#activate(made);
    },
    matMul: (value) => {
      const { random } = this;
      const k = value.shape.at(-1);
      if (k === undefined) return;
      const n = this.#int(1, 7);
      const batch = value.shape.slice(0, -2);
      const shapes = [[k, n], [...batch, k, n], [...batch.map(() => 1), k, n], [k], [2, ...batch.map(() => 1), k, n]];
      const shape = random.pick(shapes);
      const other = random.int(2) === 0 ? this.#weights(shape) : this.#input(shape);
      const [made] = this.#node('MatMul', [value, other]);
      if (made && random.int(2) === 0) this.#activate(made);
    },
    perceptron: (value) => {
      const k = value.shape.at(-1);
      if (k === undefined || value.shape.length < 2) return;
      const hidden = this.#int(1, 19);
      const [made] = this.#node('MatMul', [value, this.#weights([k, hidden])]);
      const between = made && this.random.int(2) === 0 ? this.#activate(made) : made;
      if (between) this.#finished(this.#node('MatMul', [between, this.#weights([hidden, this.#int(1, 9)])])[0]);
    },
    dense: (value) => {
      if (value.shape.length === 0) return;
      const [flat] = this.#node('Flatten', [value]);
      if (flat) this.#kinds['gemm']!(flat);
    },
    choice: (value) => {
      const [sum] = this.#node('ReduceSum', [this.random.pick(this.#inputs)], { keepdims: 0 });
      const [isPositive] = sum ? this.#node('Greater', [sum, this.#constant([], 0, 0)]) : [];
      if (!isPositive) return;
      // A truth is nothing that other kinds of nodes take.
      this.#known.pop();
      const either = [this.#convolve(value, value.shape[1], true) ?? value, value].map((one) => this.#activate(one));
      const [one, other] = either;
      if (one?.shape.join() === other?.shape.join()) this.#node('Where', [isPositive, one!, other!]);
    },
    input: () => {
      if (this.random.int(4) === 0) this.#input(this.#anyShape());
    },
  };

  #partner(value: Known): Known {
    const fitting = this.#known.filter((other) => broadcasts(value.shape, other.shape));
    return this.random.pick(fitting);
  }

  #combine(a: Known, b: Known): void {
    if (this.random.int(3) === 0) {
      const [gate] = this.#node('Sigmoid', [b]);
      const [away] = gate ? this.#node('Add', [gate, this.#constant([], 0, 0.5)]) : [];
      if (away) this.#node('Div', [a, away]);
      return;
    }
    this.#node(this.random.pick(['Add', 'Sub', 'Mul', 'Max', 'Min']), this.random.int(2) === 0 ? [a, b] : [b, a]);
  }

  /** Weights that leave values about as large as they were. */
  #weights(shape: readonly number[]): string {
    return this.#constant(shape, 1.5 / Math.sqrt(size(shape) / shape[0]!));
  }

  #window(value: Known, axes: number): Record<string, readonly number[]> | undefined {
    const kernel_shape = times(axes, () => this.#int(1, 3));
    const pads = times(2 * axes, (i) => this.random.int(kernel_shape[i % axes]!));
    const window = {
      kernel_shape,
      strides: times(axes, () => this.#int(1, 3)),
      dilations: times(axes, () => this.random.pick([1, 1, 1, 2])),
      pads,
    };
    const reaches = kernel_shape.every((kernel, d) => {
      const span = (kernel - 1) * window.dilations[d]! + 1;
      return span <= value.shape[2 + d]! + pads[d]! + pads[d + axes]!;
    });
    return reaches ? window : undefined;
  }

  #convolve(value: Known, outputs?: number, same = false): Known | undefined {
    const { random } = this;
    const axes = value.shape.length - 2;
    if (axes !== 1 && axes !== 2) return undefined;
    const channels = value.shape[1]!;
    const group = random.pick([1, 1, 1, channels, divisor(random, channels)]);
    const wanted = outputs ?? random.pick([3, 4, 8, 8, 16]);
    const made = wanted % group === 0 ? wanted : group * this.#int(1, 2);
    const size = random.pick([1, 3]);
    const around = {
      kernel_shape: times(axes, () => size),
      strides: times(axes, () => 1),
      dilations: times(axes, () => 1),
      pads: times(2 * axes, () => (size - 1) / 2),
    };
    const window = same ? around : this.#window(value, axes);
    if (!window) return undefined;
    return this.#convolution(value, made, { ...window, group });
  }

  #convolution(
    value: Known,
    outputs: number,
    attributes: { readonly group: number; readonly kernel_shape?: readonly number[] },
  ): Known | undefined {
    const inGroup = value.shape[1]! / attributes.group;
    const weights = this.#weights([outputs, inGroup, ...attributes.kernel_shape!]);
    const bias = this.random.int(2) === 0 ? [this.#constant([outputs])] : [];
    return this.#node('Conv', [value, weights, ...bias], { ...attributes })[0];
  }

  /** Perhaps with a residual, or an activation. */
  #finished(value: Known | undefined): void {
    if (!value) return;
    const same = this.#known.filter(({ name, shape }) => name !== value.name && shape.join() === value.shape.join());
    const [sum] = same.length > 0 ? this.#node('Add', [value, this.random.pick(same)]) : [value];
    if (sum && this.random.int(2) === 0) this.#activate(sum);
  }

  #activate(value: Known): Known | undefined {
    const { random } = this;
    const one =
      (op: string, attributes: Readonly<Record<string, Attribute>> = {}) =>
      (): Known | undefined =>
        this.#node(op, [value], attributes)[0];
    const after = (first: string, op: string) => (): Known | undefined => {
      const [made] = this.#node(first, [value]);
      return made && this.#node(op, [made])[0];
    };
    const plain = ['Relu', 'Sigmoid', 'Tanh', 'HardSwish', 'HardSigmoid', 'Softplus', 'Softsign', 'Mish', 'Abs', 'Neg'];
    return random.pick([
      ...plain.map((op) => one(op)),
      ...['Selu', 'Celu', 'Gelu', 'Erf'].map((op) => one(op)),
      one('Gelu', { approximate: 'tanh' }),
      one('LeakyRelu', { alpha: 0.1 }),
      one('Elu', { alpha: 0.7 }),
      after('Tanh', 'Exp'),
      after('Abs', 'Sqrt'),
      () => this.#node('Clip', [value, this.#constant([], 0, -0.5), this.#constant([], 0, 0.75)])[0],
      () => this.#node('Clip', [value, this.#constant([], 0, 0), this.#constant([], 0, 6)])[0],
      () => this.#node('Clip', [value, '', this.#constant([], 0, 0.5)])[0],
      () => this.#node('Pow', [value, this.#constant([], 0, 2)])[0],
    ])();
  }
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function size(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function divisor(random: Random, of: number): number {
  return random.pick(times(of, (i) => i + 1).filter((n) => of % n === 0));
}

function broadcasts(a: readonly number[], b: readonly number[]): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const aligned = [...times(long.length - short.length, () => 1), ...short];
  return long.every((n, d) => n === aligned[d] || n === 1 || aligned[d] === 1);
}
