import { Adam } from '../learning/adam.js';
import { softmax } from '../learning/attention.js';
import { Matrix, Tape } from '../learning/matrix.js';
import { operations } from '../learning/operations.js';
import type { AgentSteps } from '../learning/policy-loss.js';
import { Weights } from '../learning/weights.js';

const WIDTH = 32;
const RATE = 3e-3;

/** What the net says of states, a row each. */
export interface Opinions {
  /** Of each action. */
  readonly probabilities: Matrix;
  readonly values: Float64Array;
}

/** A policy over actions and the value of states, on two hidden layers that both share. */
export class ActorCritic {
  readonly #weights: Weights;
  readonly #adam: Adam;

  constructor(
    readonly inputs: number,
    readonly actions: number,
    seed: number,
  ) {
    this.#weights = new Weights(seed);
    this.consider(new Matrix(1, inputs));
    this.#adam = new Adam(this.#weights.all);
  }

  /** `states` has a row of `inputs` numbers a state. */
  consider(states: Matrix): Opinions {
    const { logits, values } = this.#forward(new Tape(false), states);
    const { rows, columns, data } = logits;
    for (let row = 0; row < rows; row++) softmax(data.subarray(row * columns, (row + 1) * columns));
    return { probabilities: logits, values: values.data };
  }

  /** Takes a step against the gradient of the loss of some steps, which began in `states`. */
  learn(states: Matrix, steps: AgentSteps): void {
    const tape = new Tape();
    const { logits, values } = this.#forward(tape, states);
    tape.backward(operations.proximal(tape, logits, values, steps));
    this.#adam.step(RATE);
  }

  #forward(tape: Tape, states: Matrix): { readonly logits: Matrix; readonly values: Matrix } {
    const layer = (name: string, x: Matrix, outputs: number): Matrix => {
      const weights = this.#weights.matrix(`${name}.weights`, x.columns, outputs);
      return operations.dense(tape, x, weights, this.#weights.constant(`${name}.bias`, 1, outputs));
    };
    const first = operations.relu(tape, layer('first', states, WIDTH));
    const second = operations.relu(tape, layer('second', first, WIDTH));
    return { logits: layer('actor', second, this.actions), values: layer('critic', second, 1) };
  }
}
