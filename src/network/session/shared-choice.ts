/** Of all choices of kernels that are hardly slower than the fastest, that which adds least weights to a library. */
import type { KernelChoice } from '../program/choose.js';
import type { NetworkKernel } from './network-layer.js';
import type { StoredForms } from './stored-forms.js';

type Choice = KernelChoice<NetworkKernel>;

/**
 * The share of the times of its kernels that a shape may lose by sharing weights: of measured ones, and of expected
 * ones, which are farther off than that.
 */
const LOSS = { measured: 0.03, expected: 0.25 };

/** Prices of a byte that are tried: powers of this, around what all bytes are worth together. */
const STEP = 4;
const MOST_STEPS = 8;

/**
 * `chooseAt`: the choice that takes least together where each new byte of weights costs so many seconds. The larger
 * that price, the fewer bytes and the more time: the largest is sought that costs no more time than is allowed.
 */
export function shareWeights(chooseAt: (price: number) => Choice, stored: Pick<StoredForms, 'newBytes'>): Choice {
  const fastest = chooseAt(0);
  const bytes = newBytes(fastest, stored);
  if (bytes === 0) return fastest;
  const most = fastest.seconds + allowedLoss(fastest);
  let found = fastest;
  let [low, high] = [-MOST_STEPS, MOST_STEPS];
  while (low <= high) {
    const middle = Math.ceil((low + high) / 2);
    const price = (fastest.seconds / bytes) * STEP ** middle;
    const choice = chooseAt(price);
    const isAllowed = choice.seconds - price * newBytes(choice, stored) <= most;
    if (isAllowed) [found, low] = [choice, middle + 1];
    else high = middle - 1;
  }
  return found;
}

function newBytes({ options }: Choice, stored: Pick<StoredForms, 'newBytes'>): number {
  const kernels = [...options.values()].flatMap(({ how }) => ('kernel' in how ? [how] : []));
  return kernels.reduce((sum, { form, kernel }) => sum + stored.newBytes(form, kernel), 0);
}

function allowedLoss({ options }: Choice): number {
  return [...options.values()].reduce((sum, { how, seconds }) => {
    if (!('kernel' in how)) return sum;
    return sum + seconds * (how.kernel.best === undefined ? LOSS.expected : LOSS.measured);
  }, 0);
}
