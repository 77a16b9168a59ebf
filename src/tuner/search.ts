import { namedIn, ownCatalogue, type Catalogue } from '../catalogue/catalogue.js';
import { acquisitions } from '../explorer/acquisition/registry.js';
import type { Explorer, ExplorerContext, Featurizer } from '../explorer/explorer.js';
import { selections } from '../explorer/selection/registry.js';
import { untilAborted } from '../target/until-aborted.js';
import type { Trainer } from '../model/trainer/trainer.js';
import type { Family } from '../transfer/family.js';
import type { Prior } from '../model/prior.js';
import { shortListed, withSuggestions } from '../transfer/suggestions.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Task } from '../templates/template.js';
import type { TuneEventNamed } from './events.js';
import { ForeignExplorer } from './foreign-explorer.js';
import { weightsOf } from './weights.js';
import { searchedSpace } from './pruning.js';
import { registered } from './registered.js';
import { throughputOf } from './leaderboard.js';
import type { KnownTrial } from '../log/record/trials.js';
import { viewsOf, type Settings } from './settings.js';
import { draftFor, viewOf } from '../transfer/known-tasks.js';
import { WatchedModel } from './watched-model.js';
import { defined } from '../target/defined.js';

export interface SearchOptions {
  readonly settings: Settings;
  /** What the settings name. */
  readonly catalogue: Catalogue;
  /** Of the model; the caller's to close. */
  readonly trainer: Trainer;
  /** Of this search alone. */
  readonly seed: number;
  /** What is known from other tasks. */
  readonly prior: Prior;
  /** Tasks that are searched at the same time, this one among them, and learn from each other. */
  readonly family?: Family | undefined;
  /** Operations of the workload. */
  readonly flops: number;
}

/** The search over one task's space: its explorer and its model, and whether there is anything left to try. */
export class Search {
  readonly #explorer: Explorer;
  readonly #model: WatchedModel;
  readonly #featurizer: Featurizer;
  readonly #flops: number;
  readonly #family: Family | undefined;
  /** Whether the explorer ends with a list. */
  readonly #isFinite: boolean;
  #exhausted = false;
  /** Of the batch that is chosen now. */
  #signal = new AbortController().signal;

  constructor(
    readonly task: Task,
    { settings, catalogue, trainer, seed, prior, family, flops }: SearchOptions,
  ) {
    this.#flops = flops;
    this.#family = family;
    const model = namedIn(catalogue.models, settings.model);
    this.#featurizer = viewOf(task, viewsOf(settings));
    const { layout } = this.#featurizer;
    this.#model = new WatchedModel(
      task,
      model.create({ trainer: this.#interruptible(trainer), layout, pretrained: weightsOf(settings) }),
      {
        isOwn: ownCatalogue.models.includes(model),
        isOver: () => this.#signal.aborted,
      },
    );
    const explorer = namedIn(catalogue.explorers, settings.explorer);
    const space = searchedSpace(task, settings);
    const known = withSuggestions(prior, task);
    const context: ExplorerContext = {
      space,
      random: new Random(seed),
      model: this.#model,
      featurizer: this.#featurizer,
      epsilon: settings.epsilon,
      trials: settings.trials,
      acquisition: registered(acquisitions, settings.acquisition),
      selection: registered(selections, settings.selection),
      draft: draftFor(task),
      listed: () => shortListed(task).filter(({ index }) => space.isValid(index)),
      prior: within(space, known),
      ...defined({
        evaluations: settings.evaluations,
        siblings: family ? () => family.priorOf(task) : undefined,
      }),
    };
    const created = explorer.create(context);
    this.#isFinite = explorer.isFinite === true;
    this.#explorer = ownCatalogue.explorers.includes(explorer) ? created : new ForeignExplorer(created, context);
  }

  /** Whether every valid config was proposed, or every one of the explorer's list. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Up to n new configs; fewer only when the space has no more, and none when `signal` is aborted meanwhile. */
  async propose(n: number, signal: AbortSignal): Promise<readonly Config[]> {
    this.#signal = signal;
    try {
      const configs = await untilAborted(this.#explorer.propose(n), signal);
      this.#exhausted = configs.length < n;
      return configs;
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  }

  /** What the model predicts of configs, higher being better, in the unit of its last fit; undefined before that. */
  predict(configs: readonly Config[]): Float64Array | undefined {
    if (!this.#model.fitted) return undefined;
    const { width } = this.#featurizer;
    const features = new Float32Array(configs.length * width);
    for (const [row, config] of configs.entries()) this.#featurizer.write(config, features, row * width);
    return this.#model.predict(features, configs.length).mean;
  }

  observe(trials: readonly KnownTrial[]): void {
    this.#family?.observe(this.task, trials);
    this.#explorer.observe(
      trials.map((trial) => ({
        config: trial.config,
        throughput: throughputOf(trial, this.#flops),
        costs: trial.costs,
      })),
    );
  }

  /** What the model learned since the last call, and why the explorer is not asked any more. */
  takeEvents(): readonly TuneEventNamed<'model' | 'note'>[] {
    const complaint = this.#explorer instanceof ForeignExplorer ? this.#explorer.takeComplaint() : undefined;
    const texts = [
      ...(complaint === undefined ? [] : [`All further trials are drawn at random: ${complaint}`]),
      ...(this.#exhausted && this.#isFinite ? [this.#endOfList()] : []),
    ];
    return [...this.#model.takeFits(), ...texts.map((text) => ({ event: 'note', text }) as const)];
  }

  #endOfList(): string {
    const { name } = this.#explorer;
    return `${this.task.template.name}: the list of --explorer ${name} is at its end; another explorer goes on from the log.`;
  }

  #interruptible(trainer: Trainer): Trainer {
    return {
      name: trainer.name,
      train: (rows, parameters) => trainer.train(rows, parameters, this.#signal),
      examine: () => trainer.examine(),
      close: () => trainer.close(),
    };
  }
}

/** Without configs that the space does not have. */
function within(space: Space, { warmStarts, suggested, ...prior }: Prior): Prior {
  const has = ({ index }: Config): boolean => space.isValid(index);
  return {
    ...prior,
    warmStarts: warmStarts.filter(has),
    suggested: suggested && has(suggested) ? suggested : undefined,
  };
}
