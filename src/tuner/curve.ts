/**
 * The share of its best that a search may hope to gain in each doubling of its trials, even where it gained nothing
 * lately.
 */
const LEAST_GAIN = 0.1;

/** The learning curve of one search: its best throughput by trials, and how far that may still rise. */
export class LearningCurve {
  readonly #throughputs: number[] = [];
  /** The best of the first n trials. */
  readonly #bests: number[] = [0];

  /** Adds a trial of `throughput` FLOP/s, 0 for a failure. */
  add(throughput: number): void {
    this.#throughputs.push(throughput);
    this.#bests.push(Math.max(this.best, throughput));
  }

  /** A trial that was added as `before` has another throughput. */
  revise(before: number, after: number): void {
    const place = this.#throughputs.lastIndexOf(before);
    if (place < 0) return;
    const throughputs = this.#throughputs.toSpliced(place, 1, after);
    this.#throughputs.length = 0;
    this.#bests.length = 1;
    for (const throughput of throughputs) this.add(throughput);
  }

  get trials(): number {
    return this.#throughputs.length;
  }

  /** FLOP/s; 0 while nothing worked. */
  get best(): number {
    return this.#bests.at(-1) ?? 0;
  }

  /**
   * An optimistic guess of the best after `more` trials: each doubling of the trials gains again what the last one
   * gained. The maximum of n draws grows with log n where their tail is exponential, and slower where it is bounded, as
   * throughput is.
   */
  potential(more: number): number {
    if (this.trials === 0) return Infinity;
    return this.best + this.#gainPerDoubling() * Math.log2((this.trials + more) / this.trials);
  }

  /**
   * What the later half of the trials added to the earlier half, which shows a search that learns; or, if that is more,
   * what it would have added on average had the trials come in another order, so that one lucky or unlucky half decides
   * nothing.
   */
  #gainPerDoubling(): number {
    const half = Math.floor(this.trials / 2);
    const earlier = Math.min(this.#bests.at(half) ?? 0, meanBestOf(half, this.#throughputs));
    return Math.max(this.best - earlier, LEAST_GAIN * this.best);
  }
}

/** The expected maximum of m values drawn from `values` without replacement; 0 of none. */
function meanBestOf(m: number, values: readonly number[]): number {
  const n = values.length;
  let mean = 0;
  // The chance that the i-th largest is the largest of those drawn.
  let chance = m / n;
  values
    .toSorted((a, b) => b - a)
    .forEach((value, i) => {
      mean += chance * value;
      chance *= Math.max(0, n - m - i) / Math.max(1, n - 1 - i);
    });
  return mean;
}
