import type { Random } from '../space/random.js';

const WIDTH = 32;
/** Adam (Kingma and Ba, ICLR 2015). */
const [RATE, FIRST_DECAY, SECOND_DECAY] = [3e-3, 0.9, 0.999];

/** A layer of weights, its gradient so far, and Adam's moments: rows of inputs and a bias, for each output. */
class Layer {
  readonly weights: Float64Array;
  readonly gradient: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;

  constructor(
    readonly inputs: number,
    readonly outputs: number,
    scale: number,
    random: Random,
  ) {
    const size = (inputs + 1) * outputs;
    const bound = scale / Math.sqrt(inputs);
    this.weights = Float64Array.from({ length: size }, () => bound * (2 * random.float() - 1));
    [this.gradient, this.#first, this.#second] = [
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ];
  }

  forward(input: Float64Array): Float64Array {
    const { inputs, outputs, weights } = this;
    const output = new Float64Array(outputs);
    for (let row = 0, at = 0; row < outputs; row++) {
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += weights[at++]! * input[i]!;
      output[row] = sum + weights[at++]!;
    }
    return output;
  }

  /** Adds to the gradient what a slope of the outputs means, and returns the slope of the inputs. */
  backward(input: Float64Array, slope: Float64Array): Float64Array {
    const { inputs, outputs, weights, gradient } = this;
    const back = new Float64Array(inputs);
    for (let row = 0, at = 0; row < outputs; row++) {
      for (let i = 0; i < inputs; i++, at++) {
        gradient[at]! += slope[row]! * input[i]!;
        back[i]! += slope[row]! * weights[at]!;
      }
      gradient[at++]! += slope[row]!;
    }
    return back;
  }

  update(step: number): void {
    const { weights, gradient } = this;
    const [first, second] = [1 - FIRST_DECAY ** step, 1 - SECOND_DECAY ** step];
    for (let i = 0; i < weights.length; i++) {
      this.#first[i] = FIRST_DECAY * this.#first[i]! + (1 - FIRST_DECAY) * gradient[i]!;
      this.#second[i] = SECOND_DECAY * this.#second[i]! + (1 - SECOND_DECAY) * gradient[i]! ** 2;
      weights[i]! -= (RATE * (this.#first[i]! / first)) / (Math.sqrt(this.#second[i]! / second) + 1e-8);
    }
    gradient.fill(0);
  }
}

/** What the net says of a state. */
export interface Opinion {
  readonly state: Float64Array;
  readonly hidden: readonly [Float64Array, Float64Array];
  /** Of each action. */
  readonly probabilities: Float64Array;
  readonly value: number;
}

/** A policy over actions and the value of states, on two hidden layers that both share. */
export class ActorCritic {
  readonly #layers: readonly [Layer, Layer];
  readonly #actor: Layer;
  readonly #critic: Layer;
  #updates = 0;

  constructor(inputs: number, actions: number, random: Random) {
    this.#layers = [new Layer(inputs, WIDTH, 1, random), new Layer(WIDTH, WIDTH, 1, random)];
    // All actions are about equally likely at first.
    this.#actor = new Layer(WIDTH, actions, 0.01, random);
    this.#critic = new Layer(WIDTH, 1, 1, random);
  }

  consider(state: Float64Array): Opinion {
    const first = this.#layers[0].forward(state).map(Math.tanh);
    const second = this.#layers[1].forward(first).map(Math.tanh);
    const probabilities = softmax(this.#actor.forward(second));
    return { state, hidden: [first, second], probabilities, value: this.#critic.forward(second)[0]! };
  }

  /** Adds the gradient of a loss, given its slope by the logits of the actions and by the value. */
  teach({ state, hidden: [first, second] }: Opinion, logits: Float64Array, value: number): void {
    const slope = this.#actor.backward(second, logits);
    this.#critic.backward(second, Float64Array.of(value)).forEach((part, i) => (slope[i]! += part));
    const through = (of: Float64Array, output: Float64Array): Float64Array =>
      of.map((s, i) => s * (1 - output[i]! ** 2));
    const below = this.#layers[1].backward(first, through(slope, second));
    this.#layers[0].backward(state, through(below, first));
  }

  /** Takes a step against the gradient, which starts at 0 again. */
  update(): void {
    this.#updates++;
    for (const layer of [...this.#layers, this.#actor, this.#critic]) layer.update(this.#updates);
  }
}

function softmax(logits: Float64Array): Float64Array {
  const highest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
