import { breachOf, sentenceOf } from '../catalogue/guarded.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer/explorer.js';
import { drawUnvisited } from '../explorer/draw-unvisited.js';
import type { Config } from '../space/config.js';
import type { UsageError } from '../target/errors.js';

/** What a batch is made of, and the first thing in it that is against the contract. */
interface Sorted {
  readonly good: readonly Config[];
  readonly breach?: UsageError;
}

/**
 * An explorer that does not come with tune. What it throws, or proposes against its contract, costs a search this guide
 * and not the run: all trials from then on are drawn at random.
 */
export class ForeignExplorer implements Explorer {
  readonly #visited = new Set<number>();
  #complaint: string | undefined;
  #isLost = false;
  /** Resolves once it has taken all observations; never rejects. */
  #heard: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly explorer: Explorer,
    private readonly context: ExplorerContext,
  ) {}

  get name(): string {
    return this.explorer.name;
  }

  async propose(n: number): Promise<readonly Config[]> {
    await this.#heard;
    const good = this.#isLost ? [] : await this.#ask(n);
    const drawn = drawUnvisited(this.context, this.#visited, n - good.length);
    if (drawn.length > 0 && !this.#isLost)
      this.#lose(this.#breach(`proposed ${good.length} of ${n} configs, though the space has more`), 'propose');
    return [...good, ...drawn];
  }

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.#visited.add(config.index);
    if (!this.#isLost) this.#heard = Promise.all([this.#heard, this.#notify(observations)]);
  }

  /** Why it is not asked any more, once. */
  takeComplaint(): string | undefined {
    const complaint = this.#complaint;
    this.#complaint = undefined;
    return complaint;
  }

  /** An `observe` that is async is no breach until it rejects: what it comes to is waited for before the next batch. */
  async #notify(observations: readonly Observation[]): Promise<void> {
    try {
      const explorer: { observe(observations: readonly Observation[]): unknown } = this.explorer;
      await explorer.observe(observations);
    } catch (error) {
      this.#lose(error, 'observe');
    }
  }

  async #ask(n: number): Promise<readonly Config[]> {
    try {
      const { good, breach } = this.#sorted(await this.explorer.propose(n), n);
      if (breach) this.#lose(breach, 'propose');
      return good;
    } catch (error) {
      this.#lose(error, 'propose');
      return [];
    }
  }

  /** Configs are taken from the space by their index, whatever values came with them. */
  #sorted(proposed: unknown, n: number): Sorted {
    const indices: unknown = Array.isArray(proposed) ? proposed.map(indexOf) : undefined;
    if (!isIndices(indices))
      return { good: [], breach: this.#breach('must return a list of configs, as `space.get(index)` gives them') };
    const good: Config[] = [];
    for (const index of indices) {
      const wrong =
        good.length === n ? `proposed more than the ${n} configs that it was asked for` : this.#wrong(index);
      if (wrong !== undefined) return { good, breach: this.#breach(wrong) };
      this.#visited.add(index);
      good.push(this.context.space.get(index));
    }
    return { good };
  }

  #wrong(index: number): string | undefined {
    if (!this.context.space.isValid(index)) return `proposed config ${index}, which the space does not have or forbids`;
    return this.#visited.has(index) ? `proposed config ${index} again` : undefined;
  }

  #breach(clause: string): UsageError {
    return breachOf(this.explorer, 'propose', clause);
  }

  /** Only the first breach is reported. */
  #lose(error: unknown, method: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#complaint = sentenceOf(error, this.explorer, method);
  }
}

function indexOf(config: unknown): unknown {
  return typeof config === 'object' && config !== null && 'index' in config ? config.index : undefined;
}

function isIndices(indices: unknown): indices is readonly number[] {
  return Array.isArray(indices) && indices.every(Number.isInteger);
}
