import { softmax } from './attention.js';
import { Matrix, type Tape } from './matrix.js';

/** Steps of an agent and what came of them, a number a step. */
export interface AgentSteps {
  readonly actions: ArrayLike<number>;
  /** How likely the policy that took it found the action. */
  readonly likely: ArrayLike<number>;
  /** How much better the action was than what that policy expected. */
  readonly advantages: ArrayLike<number>;
  /** What was gained from there on, discounted. */
  readonly gains: ArrayLike<number>;
}

/** Of the clipped objective, as Schulman et al. have them. */
const CLIP = 0.2;
const [VALUE_WEIGHT, ENTROPY_WEIGHT] = [0.5, 0.01];

/**
 * Loss of proximal policy optimisation (Schulman et al., arXiv:1707.06347), the mean over steps: the clipped objective,
 * the squared error of the values and the entropy of the policy. A row of logits and of values a step; gives a matrix
 * of one number.
 */
export function proximal(tape: Tape, logits: Matrix, values: Matrix, steps: AgentSteps): Matrix {
  const { rows, columns } = logits;
  const [ofLogits, ofValues] = [new Float64Array(rows * columns), new Float64Array(rows)];
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    const action = steps.actions[row]!;
    const shares = logits.data.slice(row * columns, (row + 1) * columns);
    softmax(shares);
    const entropy = -shares.reduce((total, p) => total + p * Math.log(Math.max(p, Number.MIN_VALUE)), 0);
    const worth = steps.advantages[row]!;
    const ratio = shares[action]! / steps.likely[row]!;
    const isClipped = worth > 0 ? ratio > 1 + CLIP : ratio < 1 - CLIP;
    const error = values.data[row]! - steps.gains[row]!;
    const kept = isClipped ? 1 + CLIP * Math.sign(worth) : ratio;
    sum += (-kept * worth + VALUE_WEIGHT * error * error - ENTROPY_WEIGHT * entropy) / rows;
    shares.forEach((p, other) => {
      const policy = isClipped ? 0 : -worth * ratio * ((other === action ? 1 : 0) - p);
      const spread = ENTROPY_WEIGHT * p * (Math.log(Math.max(p, Number.MIN_VALUE)) + entropy);
      ofLogits[row * columns + other] = (policy + spread) / rows;
    });
    ofValues[row] = (VALUE_WEIGHT * 2 * error) / rows;
  }
  const out = new Matrix(1, 1, Float64Array.of(sum));
  tape.note(() => {
    const factor = out.gradient[0]!;
    ofLogits.forEach((slope, i) => (logits.gradient[i]! += factor * slope));
    ofValues.forEach((slope, i) => (values.gradient[i]! += factor * slope));
  });
  return out;
}
