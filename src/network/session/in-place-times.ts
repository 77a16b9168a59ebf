import { isKernelCall, type Call } from '../../backend/program/program.js';
import { grouped } from '../../target/grouped.js';
import { mean, median, sum } from 'simple-statistics';
import type { ColdWeights } from './cold-weights.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';
import type { UsedKernel } from './build.js';

/** What kernels took within their network, with the neighbours and the caches that they have there. */
export class InPlaceTimes {
  /** A number a round, the mean over its calls, by `kernelKey`. */
  readonly #seconds = new Map<string, number[]>();
  /** By how much kernels took longer than expected: those that trials measured, and the others. */
  readonly #slower = { measured: [] as number[], unmeasured: [] as number[] };

  constructor(private readonly coldWeights: ColdWeights) {}

  /**
   * `seconds` are those of the calls. A machine that got slower or faster since kernels were timed before did so for
   * all of them: times are brought to the state that these show. Returns their sum in that state.
   */
  add(calls: readonly Call[], seconds: readonly number[], kernels: readonly UsedKernel[]): number {
    const timed = calls.flatMap((call, i) =>
      isKernelCall(call) ? [{ key: kernelKey(call), seconds: seconds[i]! }] : [],
    );
    const taken = Array.from(
      grouped(timed, ({ key }) => key),
      ([key, some]) => [key, mean(some.map((one) => one.seconds))] as const,
    );
    const drifts = taken.flatMap(([key, one]) => (this.#seconds.has(key) ? one / median(this.#seconds.get(key)!) : []));
    const drift = drifts.length > 0 ? median(drifts) : 1;
    const known = new Map(kernels.map(({ kernel }) => [kernelKey(kernel), kernel]));
    for (const [key, one] of taken) {
      const before = this.#seconds.get(key) ?? [];
      this.#seconds.set(key, [...before, one / drift]);
      const kernel = known.get(key);
      if (kernel && before.length === 0) this.#ratios(kernel).push(one / drift / this.#expected(kernel));
    }
    return sum(seconds) / drift;
  }

  /** Seconds that a kernel needs beyond those it is known by; of one that was in no library yet, as others do. */
  readonly extra = (kernel: NetworkKernel): number => {
    const known = this.#seconds.get(kernelKey(kernel));
    if (known) return median(known) - kernel.seconds;
    const ratios = this.#ratios(kernel);
    return (ratios.length > 0 ? median(ratios) : 1) * this.#expected(kernel) - kernel.seconds;
  };

  #expected(kernel: NetworkKernel): number {
    return kernel.seconds + this.coldWeights(kernel);
  }

  #ratios({ best }: NetworkKernel): number[] {
    return best === undefined ? this.#slower.unmeasured : this.#slower.measured;
  }
}
