import { MultitaskProcess, type TaskObservations } from '../../model/gaussian-process/multitask-process.js';
import type { KnownTask } from '../../model/prior.js';
import type { Config } from '../../space/config.js';
import { Random } from '../../space/random.js';
import { defineExplorer } from '../declaration.js';
import type { ExplorerContext, Observation } from '../explorer.js';
import { fastest } from '../fastest.js';
import { ImprovementBatches } from '../improvement-batches.js';
import { Rebinding } from '../rebind.js';
import { VisitingExplorer } from '../visiting.js';

export const gptune = defineExplorer({
  name: 'gptune',
  summary: 'expected improvement over a Gaussian process of several tasks, with those of logs and siblings',
  usesHistory: true,
  create: (context) => new GptuneExplorer(context),
});

/** Other tasks that are learned from, the nearest, and trials of each: the best, and a draw of the others. */
const TASKS = 3;
const [BEST, DRAWN] = [8, 16];

/** Own trials that are learned from, the fastest and the last. */
const LEARNED = 96;

/** Trials that are spread over the space where no other task is known. */
const SPREAD = 8;

/** A trial as the process sees it. */
interface Sample {
  readonly index: number;
  readonly share: number;
}

/**
 * Multitask learning and transfer learning autotuning, after GPTune (Liu et al., PPoPP 2021): tasks share a Gaussian
 * process by linear coregionalisation, and each batch is of highest expected improvement. Sources of a log need no
 * samples of this task first; siblings enter with what they have measured by then, so that tasks need not have equally
 * many samples.
 */
class GptuneExplorer extends VisitingExplorer {
  readonly name = 'gptune';
  private readonly observed = new Map<number, Observation>();
  private readonly batches: ImprovementBatches;
  private readonly process: MultitaskProcess;
  private readonly rebinding: Rebinding;
  /** Of the tasks of logs, which do not change. */
  private readonly sources: readonly (readonly Sample[])[];

  constructor(context: ExplorerContext) {
    super(context);
    this.batches = new ImprovementBatches(context);
    this.process = new MultitaskProcess(this.batches.dimensions, 1 + TASKS);
    this.rebinding = new Rebinding(context.space);
    this.sources = this.samplesOf(context.prior?.known ?? []);
  }

  propose(n: number): Promise<readonly Config[]> {
    return Promise.resolve(this.filled(this.choose(n), n));
  }

  override observe(observations: readonly Observation[]): void {
    super.observe(observations);
    for (const observation of observations) this.observed.set(observation.config.index, observation);
  }

  private choose(n: number): readonly Config[] {
    const others = [...this.sources, ...this.samplesOf(this.context.siblings?.().known ?? [])].slice(0, TASKS);
    if (others.length === 0 && this.observed.size < SPREAD) return this.batches.spread(n, this.visited);
    const observations = this.observationsOf([this.own(), ...others]);
    if (observations.targets.every((target) => target === observations.targets[0])) return [];
    this.process.fit(observations);
    const centres = fastest(this.observed).map(({ config }) => config.index);
    return this.batches.choose(n, this.process, centres, this.visited);
  }

  private own(): readonly Sample[] {
    const trials = [...this.observed.values()];
    const best = fastest(this.observed);
    const learned = new Set([...best.slice(0, LEARNED / 2), ...trials.slice(-LEARNED / 2)]);
    return [...learned].map(({ config, throughput }) => ({
      index: config.index,
      share: best.length === 0 ? 0 : throughput / best[0]!.throughput,
    }));
  }

  private samplesOf(tasks: readonly KnownTask[]): readonly (readonly Sample[])[] {
    return tasks.slice(0, TASKS).map(({ trials }) => {
      const random = new Random(trials.length);
      const rest = trials.slice(BEST);
      random.shuffle(rest);
      return [...trials.slice(0, BEST), ...rest.slice(0, DRAWN)].flatMap(({ values, share }) => {
        const near = this.rebinding.nearest(values);
        return near ? [{ index: this.context.space.indexOf(near), share }] : [];
      });
    });
  }

  private observationsOf(tasks: readonly (readonly Sample[])[]): TaskObservations {
    const samples = tasks.flatMap((own, task) => own.map((sample) => ({ ...sample, task })));
    return {
      points: this.batches.points(samples.map(({ index }) => index)),
      targets: Float64Array.from(samples, ({ share }) => share),
      tasks: Int32Array.from(samples, ({ task }) => task),
    };
  }
}
