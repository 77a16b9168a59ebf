import type { SharedBudget, TrialCount } from '../../tuner/budget.js';

/**
 * What a layer sees of the network's budget. A gain of any layer is one of the network, since it takes off its latency;
 * a layer gets as many trials in a row without one as all of them together.
 */
export class LayerBudget implements TrialCount {
  #best = 0;
  /** Trials of the layer since its last gain. */
  #inVain = 0;

  constructor(private readonly all: SharedBudget) {}

  get done(): number {
    return this.all.done;
  }

  get left(): number {
    return Math.max(0, Math.min(this.all.left, this.all.patience - this.#inVain));
  }

  /** Whether so many of its trials brought no gain that the others need them more. */
  get isOver(): boolean {
    return this.#inVain >= this.all.patience;
  }

  count(throughput: number): boolean {
    this.all.tally();
    this.#inVain++;
    if (throughput <= this.#best) return false;
    this.gain(throughput);
    return true;
  }

  gain(throughput: number): void {
    this.#best = throughput;
    this.#inVain = 0;
    this.all.noteGain();
  }
}
