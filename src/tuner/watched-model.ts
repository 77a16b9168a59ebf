import { breachOf, sentenceOf } from '../catalogue/guarded.js';
import type { CostModel, Prediction, Row } from '../model/model.js';
import { TuneError, WorkError } from '../target/errors.js';
import type { Task } from '../templates/template.js';
import type { TuneEventNamed } from './events.js';

export interface Watch {
  /** Whether the model comes with tune: errors of its that are none for people are ours to mend. */
  readonly isOwn: boolean;
  /** Whether the search is over: to be stopped is no failure. */
  readonly isOver: () => boolean;
}

/**
 * A cost model whose fits are noted, so that no strategy has to report them. When one fails, the model has learned
 * nothing, which costs the search its guide and not the run. One that does not come with tune is not asked again once
 * it threw, or predicted what is no prediction.
 */
export class WatchedModel implements CostModel {
  #fits: TuneEventNamed<'model'>[] = [];
  #rows = 0;
  #isLost = false;

  constructor(
    private readonly task: Task,
    private readonly model: CostModel,
    private readonly watch: Watch,
  ) {}

  get name(): string {
    return this.model.name;
  }

  get evaluations(): number {
    const { evaluations } = this.model;
    return typeof evaluations === 'number' && evaluations >= 1 ? evaluations : Infinity;
  }

  get fitted(): boolean {
    if (this.watch.isOwn) return this.model.fitted;
    const says: unknown = this.model.fitted;
    return !this.#isLost && says === true;
  }

  async fit(rows: readonly Row[]): Promise<void> {
    if (this.#isLost) return;
    this.#rows = rows.length;
    const start = performance.now();
    const error = await this.#complaintOf(rows);
    if (!this.watch.isOver()) this.#note((performance.now() - start) / 1000, error);
  }

  predict(features: Float32Array, count: number): Prediction {
    if (this.watch.isOwn) return this.model.predict(features, count);
    try {
      if (!this.#isLost) return this.#checked(this.model.predict(features, count), count);
    } catch (error) {
      this.#isLost = true;
      this.#note(0, sentenceOf(error, this.model, 'predict'));
    }
    return { mean: new Float64Array(count) };
  }

  takeFits(): readonly TuneEventNamed<'model'>[] {
    const fits = this.#fits;
    this.#fits = [];
    return fits;
  }

  /** Why a fit failed, for people; null when it did not. */
  async #complaintOf(rows: readonly Row[]): Promise<string | null> {
    try {
      await this.model.fit(rows);
      return null;
    } catch (error) {
      if (this.watch.isOwn && !(error instanceof TuneError)) throw error;
      // What trains it may be back at the next fit.
      this.#isLost = !this.watch.isOwn && !(error instanceof WorkError);
      return sentenceOf(error, this.model, 'fit');
    }
  }

  #checked(prediction: unknown, count: number): Prediction {
    const { mean, spread } = (prediction ?? {}) as { readonly mean?: unknown; readonly spread?: unknown };
    if (isNumbers(mean, count) && (spread === undefined || isNumbers(spread, count))) return prediction as Prediction;
    // One that is async answers with a promise, whose rejection nobody else would catch.
    Promise.resolve(prediction).catch(() => undefined);
    throw breachOf(
      this.model,
      'predict',
      `must return { mean }, ${count} finite numbers, and a spread as long or none`,
    );
  }

  #note(seconds: number, error: string | null): void {
    const { task, name, fitted } = this;
    const { name: template } = task.template;
    this.#fits.push({ event: 'model', template, model: name, rows: this.#rows, fitted, seconds, error });
  }
}

function isNumbers(values: unknown, count: number): boolean {
  const list = values instanceof Float64Array || values instanceof Float32Array || Array.isArray(values) ? values : [];
  return list.length === count && Array.from(list).every(Number.isFinite);
}
