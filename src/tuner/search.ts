import { acquisitions } from '../explorer/acquisition/registry.js';
import type { Explorer } from '../explorer/explorer.js';
import { explorers } from '../explorer/registry.js';
import { selections } from '../explorer/selection/registry.js';
import type { CostModel, Prediction, Row } from '../model/model.js';
import { models } from '../model/registry.js';
import type { Trainer } from '../model/trainer/trainer.js';
import { TuneError } from '../target/errors.js';
import type { Prior } from '../transfer/prior.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import type { Task } from '../templates/template.js';
import type { ModelEvent } from './events.js';
import { registered } from './registered.js';
import { throughputOf, type Outcome } from './leaderboard.js';
import type { Settings } from './settings.js';
import { viewOf } from '../transfer/view.js';

/** The search over one task's space: its explorer and its model, and whether there is anything left to try. */
export class Search {
  readonly #explorer: Explorer;
  readonly #model: WatchedModel;
  #exhausted = false;

  /**
   * `trainer`: of the model; the caller's to close. `seed`: of this search alone. `prior`: what is known from other
   * tasks. `flops`: operations of the workload.
   */
  constructor(
    readonly task: Task,
    settings: Settings,
    trainer: Trainer,
    seed: number,
    prior: Prior,
    private readonly flops: number,
  ) {
    this.#model = new WatchedModel(task, registered(models, settings.model)({ trainer }));
    this.#explorer = registered(
      explorers,
      settings.explorer,
    )({
      space: task.space,
      random: new Random(seed),
      model: this.#model,
      featurizer: viewOf(task, settings.features),
      epsilon: settings.epsilon,
      acquisition: registered(acquisitions, settings.acquisition),
      selection: registered(selections, settings.selection),
      prior,
    });
  }

  /** Whether every valid config was proposed. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Up to n new configs; fewer only when the space has no more. */
  async propose(n: number): Promise<readonly Config[]> {
    const configs = await this.#explorer.propose(n);
    this.#exhausted = configs.length < n;
    return configs;
  }

  observe(outcomes: readonly Outcome[]): void {
    this.#explorer.observe(
      outcomes.map((outcome) => ({
        config: outcome.config,
        throughput: throughputOf(outcome, this.flops),
        costs: outcome.costs,
      })),
    );
  }

  /** What the model learned since the last call. */
  takeFits(): readonly ModelEvent[] {
    return this.#model.takeFits();
  }
}

/**
 * A cost model whose fits are noted, so that no strategy has to report them. When training fails, the model has learned
 * nothing, which costs the search its guide and not the run.
 */
class WatchedModel implements CostModel {
  #fits: ModelEvent[] = [];

  constructor(
    private readonly task: Task,
    private readonly model: CostModel,
  ) {}

  get name(): string {
    return this.model.name;
  }

  get fitted(): boolean {
    return this.model.fitted;
  }

  async fit(rows: readonly Row[]): Promise<void> {
    const start = performance.now();
    const error = await complaintOf(this.model.fit(rows));
    const seconds = (performance.now() - start) / 1000;
    this.#fits.push({
      event: 'model',
      task: this.task,
      model: this.name,
      rows: rows.length,
      fitted: this.fitted,
      seconds,
      ...(error !== undefined && { error }),
    });
  }

  predict(features: Float32Array, count: number): Prediction {
    return this.model.predict(features, count);
  }

  takeFits(): readonly ModelEvent[] {
    const fits = this.#fits;
    this.#fits = [];
    return fits;
  }
}

/** Why a fit failed, for people; undefined when it did not. */
async function complaintOf(fit: Promise<void>): Promise<string | undefined> {
  try {
    await fit;
    return undefined;
  } catch (error) {
    if (error instanceof TuneError) return error.message;
    throw error;
  }
}
