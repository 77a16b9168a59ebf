import { isKernelCall, type Call } from '../../backend/program/program.js';
import { grouped } from '../../target/grouped.js';
import { mean, median, sum } from 'simple-statistics';
import type { MemoryCosts } from './memory-costs.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';
import type { UsedKernel } from './build.js';

/** What kernels took within their network, with the neighbours and the caches that they have there. */
export class InPlaceTimes {
  /** By place of the program and `kernelKey`: a number a round, the mean over its calls. */
  readonly #seconds = new Map<number, Map<string, number[]>>();
  /** By how much kernels took longer than expected: those that trials measured, and the others. */
  readonly #slower = { measured: [] as number[], unmeasured: [] as number[] };

  constructor(private readonly memoryCosts: MemoryCosts) {}

  /**
   * `seconds` are those of the calls of the program at a place in its library. A machine that got slower or faster
   * since the same kernels were timed in it before did so for all of them: times are brought to the state that these
   * show. Returns their sum in that state.
   */
  add(place: number, calls: readonly Call[], seconds: readonly number[], kernels: readonly UsedKernel[]): number {
    const own = this.#seconds.get(place) ?? new Map<string, number[]>();
    this.#seconds.set(place, own);
    const taken = meansByKernel(calls, seconds);
    const stayed = [...taken].filter(([key]) => own.has(key));
    const before = sum(stayed.map(([key]) => median(own.get(key)!)));
    const drift = before > 0 ? sum(stayed.map(([, one]) => one)) / before : 1;
    const known = new Map(kernels.map(({ kernel }) => [kernelKey(kernel), kernel]));
    for (const [key, one] of taken) {
      const kernel = known.get(key);
      if (kernel && !this.#isKnown(key)) this.#ratios(kernel).push(one / drift / this.#expected(kernel));
      own.set(key, [...(own.get(key) ?? []), one / drift]);
    }
    return sum([...seconds]) / drift;
  }

  /** Seconds that a kernel needs beyond those it is known by; of one that was in no library yet, as others do. */
  readonly extra = (kernel: NetworkKernel): number => {
    const key = kernelKey(kernel);
    const known = [...this.#seconds.values()].flatMap((own) => own.get(key) ?? []);
    if (known.length > 0) return median(known) - kernel.seconds;
    const ratios = this.#ratios(kernel);
    return (ratios.length > 0 ? median(ratios) : 1) * this.#expected(kernel) - kernel.seconds;
  };

  #isKnown(key: string): boolean {
    return [...this.#seconds.values()].some((own) => own.has(key));
  }

  #expected(kernel: NetworkKernel): number {
    return kernel.seconds + this.memoryCosts(kernel);
  }

  #ratios({ best }: NetworkKernel): number[] {
    return best === undefined ? this.#slower.unmeasured : this.#slower.measured;
  }
}

function meansByKernel(calls: readonly Call[], seconds: readonly number[]): ReadonlyMap<string, number> {
  const timed = calls.flatMap((call, i) =>
    isKernelCall(call) ? [{ key: kernelKey(call), seconds: seconds[i]! }] : [],
  );
  const groups = [...grouped(timed, ({ key }) => key)];
  return new Map(groups.map(([key, some]) => [key, mean(some.map((one) => one.seconds))]));
}
