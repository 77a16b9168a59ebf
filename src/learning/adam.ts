import type { Matrix } from './matrix.js';

/** Largest norm of all gradients together; longer ones are shortened to it. */
const CLIP = 1;
const [FIRST, SECOND, LEAST] = [0.9, 0.999, 1e-8];

/** Steps down the gradients of some weights, which are 0 after each (Adam, Kingma and Ba, ICLR 2015). */
export class Adam {
  readonly #moments: readonly { readonly weights: Matrix; readonly m: Float64Array; readonly v: Float64Array }[];
  #steps = 0;

  constructor(weights: readonly Matrix[]) {
    this.#moments = weights.map((one) => ({
      weights: one,
      m: new Float64Array(one.data.length),
      v: new Float64Array(one.data.length),
    }));
  }

  /** `decay`: the share of `rate` by which weights shrink (AdamW). */
  step(rate: number, decay = 0): void {
    this.#steps++;
    const unit = rate * (Math.sqrt(1 - SECOND ** this.#steps) / (1 - FIRST ** this.#steps));
    const shorten = Math.min(1, CLIP / (this.#norm() + LEAST));
    for (const { weights, m, v } of this.#moments) {
      const { data, gradient } = weights;
      for (let i = 0; i < data.length; i++) {
        const g = gradient[i]! * shorten;
        m[i] = FIRST * m[i]! + (1 - FIRST) * g;
        v[i] = SECOND * v[i]! + (1 - SECOND) * g * g;
        data[i]! -= (unit * m[i]!) / (Math.sqrt(v[i]!) + LEAST) + rate * decay * data[i]!;
      }
      gradient.fill(0);
    }
  }

  #norm(): number {
    let square = 0;
    for (const { weights } of this.#moments) for (const g of weights.gradient) square += g * g;
    return Math.sqrt(square);
  }
}
