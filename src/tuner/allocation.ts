/**
 * How one budget of trials is divided between the templates of a workload: best-arm identification over rising curves.
 *
 * The rule is that of Rising Bandits (Li, Jiang, Gao, Shao, Zhang and Cui, "Efficient Automatic CASH via Rising
 * Bandits", AAAI 2020): the best of an arm only rises, and its recent gains bound what the rest of the budget can still
 * add; an arm whose bound is below what another has reached is out. Their bound is linear in the trials to come; ours
 * is linear in their doublings (`curve.ts`).
 *
 * 1. Every template gets two looks, a quarter of the budget in all where that is enough.
 * 2. Then each slice goes to the template that may end highest.
 * 3. A template that had its looks, and that even the rest of the budget would leave clearly behind, is retired.
 */
import { batchAfter } from './batches.js';
import { LearningCurve } from './curve.js';

/** Share of the budget that the looks may take, and the fewest trials that a look is worth. */
const LOOKING = 1 / 4;
const LEAST_LOOK = 4;
const LOOKS = 2;
/** Below this share of the leader a template is clearly behind: the finals could show the difference. */
const BEHIND = 0.95;

/** Trials in all, of a batch (absent: as `batches.ts` says), and before the first fit. */
export interface TrialBudget {
  readonly trials: number;
  readonly batchSize?: number;
  readonly firstBatch: number;
}

/** The next trials: of which arm, and how many. */
export interface Slice<Arm> {
  readonly arm: Arm;
  readonly size: number;
}

/** Why an arm gets no more trials. Throughputs in FLOP/s, 0 where all trials failed. */
export interface Retirement<Arm> {
  readonly arm: Arm;
  /** Its trials so far, their best, and the most that it was thought to reach with all the rest of the budget. */
  readonly trials: number;
  readonly best: number;
  readonly potential: number;
  /** The arm that leads, and its best. */
  readonly leader: Arm;
  readonly leading: number;
}

/** Divides trials between arms, which may be anything that has an identity. The same counts lead to the same slices. */
export class Allocation<Arm> {
  readonly #curves: ReadonlyMap<Arm, LearningCurve>;
  readonly #retired = new Map<Arm, Retirement<Arm>>();
  readonly #look: number;

  /** A single arm just gets the batches of the settings. */
  constructor(
    arms: readonly Arm[],
    private readonly settings: TrialBudget,
  ) {
    this.#curves = new Map(arms.map((arm) => [arm, new LearningCurve()]));
    const share = Math.floor((LOOKING * settings.trials) / (LOOKS * arms.length));
    this.#look = arms.length === 1 ? settings.firstBatch : Math.min(settings.firstBatch, Math.max(LEAST_LOOK, share));
  }

  /** Enters a trial of `throughput` FLOP/s, 0 for a failure; those of a log like new ones. */
  count(arm: Arm, throughput: number): void {
    this.#curve(arm).add(throughput);
  }

  /** Enters what a trial that was counted as `before` has turned out to reach, FLOP/s. */
  revise(arm: Arm, before: number, after: number): void {
    this.#curve(arm).revise(before, after);
  }

  /** Takes back the retirement of those that may catch up with a leader that was revised; returns them. */
  reopen(): readonly Arm[] {
    const { leading } = this.#lead();
    const reopened = [...this.#retired.keys()].filter((arm) => this.#potential(arm) >= BEHIND * leading);
    for (const arm of reopened) this.#retired.delete(arm);
    return reopened;
  }

  /** Trials of an arm so far. */
  trials(arm: Arm): number {
    return this.#curve(arm).trials;
  }

  retirement(arm: Arm): Retirement<Arm> | undefined {
    return this.#retired.get(arm);
  }

  /** Retires those of the `open` arms that cannot catch up any more, and returns them. */
  retire(open: (arm: Arm) => boolean): readonly Retirement<Arm>[] {
    const { leader, leading } = this.#lead();
    const fallen = [...this.#curves].flatMap(([arm, { trials, best }]): Retirement<Arm>[] => {
      const potential = this.#potential(arm);
      if (!open(arm) || this.#retired.has(arm) || this.#isLooking(arm) || potential >= BEHIND * leading) return [];
      return [{ arm, trials, best, potential, leader, leading }];
    });
    for (const retirement of fallen) this.#retired.set(retirement.arm, retirement);
    return fallen;
  }

  /** The next slice for one of the arms that are `open`; undefined when all of these are retired. */
  next(open: (arm: Arm) => boolean): Slice<Arm> | undefined {
    const arms = [...this.#curves.keys()].filter((arm) => open(arm) && !this.#retired.has(arm));
    const looking = arms.filter((arm) => this.#isLooking(arm)).toSorted((a, b) => this.trials(a) - this.trials(b));
    const promising = arms.toSorted((a, b) => this.#potential(b) - this.#potential(a));
    const arm = [...looking, ...promising].at(0);
    return arm === undefined ? undefined : { arm, size: this.#sizeFor(arm) };
  }

  #lead(): { readonly leader: Arm; readonly leading: number } {
    const [leader, { best: leading }] = [...this.#curves].toSorted(([, a], [, b]) => b.best - a.best).at(0)!;
    return { leader, leading };
  }

  #sizeFor(arm: Arm): number {
    const trials = this.trials(arm);
    const batchSize = this.settings.batchSize ?? batchAfter(trials);
    if (trials < this.#look) return this.#look;
    return this.#isLooking(arm) ? Math.min(batchSize, LOOKS * this.#look - trials) : batchSize;
  }

  /** Whether an arm is owed trials before anything is concluded: a single batch may have been disturbed. */
  #isLooking(arm: Arm): boolean {
    return this.#curves.size > 1 && this.trials(arm) < LOOKS * this.#look;
  }

  /** What an arm may reach if it gets the rest of the budget, FLOP/s. */
  #potential(arm: Arm): number {
    const done = [...this.#curves.values()].reduce((sum, { trials }) => sum + trials, 0);
    return this.#curve(arm).potential(Math.max(0, this.settings.trials - done));
  }

  #curve(arm: Arm): LearningCurve {
    return this.#curves.get(arm)!;
  }
}
