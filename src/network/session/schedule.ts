/** Trials of a program's kernels: of its layers, of pairs of these, and a few of what only moves or maps elements. */
import { existsSync } from 'node:fs';
import { defined } from '../../target/defined.js';
import { readLog } from '../../log/record/log.js';
import type { NamedLog } from '../../tuner/task-states.js';
import type { NetworkEventNamed } from '../schedule/events.js';
import { buildPrograms } from './build.js';
import type { MemoryCosts } from './memory-costs.js';
import { KernelTable } from './kernel-table.js';
import { pairMinutesOf, candidatesOf, nextRound } from './pair-trials.js';
import type { NetworkPlan, ProgramPlan } from './plan.js';
import { searchLayers, type SearchContext, type SearchEvent } from './search.js';
import { kernelKey, type NetworkKernel } from './network-layer.js';
import { pairsOf } from './program.js';

type Finish = NetworkEventNamed<'finish'>;

export interface ScheduledTrials {
  readonly kernels: KernelTable;
  /** Of the layers that are worth a search. */
  readonly first: Finish;
  /** Of pairs and looks, in their order. */
  readonly others: readonly Finish[];
  readonly isInterrupted: boolean;
}

/**
 * Most trials of a kernel that only moves or maps elements, and rounds of looks: each may make others interesting. With
 * too few trials, each kernel gets fewer.
 */
const LOOK = 4;
const MOST_ROUNDS = 5;

type Events = AsyncGenerator<SearchEvent, void>;

export async function* scheduleTrials(
  plan: NetworkPlan,
  program: ProgramPlan,
  context: SearchContext,
  memoryCosts: MemoryCosts,
): AsyncGenerator<SearchEvent, ScheduledTrials> {
  const trials = new ProgramTrials(plan, program, context, memoryCosts);
  yield* trials.search();
  yield* trials.tryPairs();
  yield* trials.look();
  return trials.result();
}

class ProgramTrials {
  #own: readonly NamedLog[] = [];
  #kernels: KernelTable;
  #first!: Finish;
  readonly #others: Finish[] = [];

  constructor(
    private readonly plan: NetworkPlan,
    private readonly program: ProgramPlan,
    private readonly context: SearchContext,
    memoryCosts: MemoryCosts,
  ) {
    const logs = { own: [], history: context.history };
    const { layouts } = program.programs[0]!;
    this.#kernels = new KernelTable(plan.target, layouts, plan.catalogue, logs, memoryCosts);
  }

  result(): ScheduledTrials {
    return {
      kernels: this.#kernels,
      first: this.#first,
      others: this.#others,
      isInterrupted: this.#isInterrupted,
    };
  }

  async *search(): Events {
    this.#first = yield* searchLayers(this.#fastestFirst(this.plan), this.context);
    await this.#readLog();
  }

  /** Kernels of two layers, as far as they are promising; the layers alone have what is left of these trials. */
  async *tryPairs(): Events {
    const { plan, program } = this;
    const began = performance.now();
    const minutesLeft = (): number => pairMinutesOf(plan.settings) - (performance.now() - began) / 60_000;
    let left = program.pairTrials;
    while (!this.#isInterrupted && minutesLeft() > 0) {
      const round = nextRound(candidatesOf(pairsOf(program.programs), this.#kernels, this.#own), left);
      if (!round) break;
      const minutes = minutesLeft();
      const own = {
        trials: round.trials,
        earlyStop: round.trials,
        ...defined({ minutes: Number.isFinite(minutes) ? minutes : undefined }),
      };
      const before = this.#furtherTrials;
      yield* this.#further(planOf(plan, round.layers, { ...own, firstBatch: LOOK }));
      if (this.#furtherTrials === before) break;
      left -= this.#furtherTrials - before;
    }
    const trials = plan.settings.trials + left;
    // Finals of all layers take time: they are not held again for a few trials.
    const isWorth = left >= plan.layers.length && this.#first.reason === 'trials' && !this.#isInterrupted;
    if (isWorth) yield* this.#further({ ...plan, settings: { ...plan.settings, trials } });
  }

  async *look(): Events {
    const { plan, program } = this;
    let left = program.looks;
    for (let round = 0; round < MOST_ROUNDS && left > 0 && !this.#isInterrupted; round++) {
      const unmeasured = this.#unmeasured().slice(0, left);
      if (unmeasured.length === 0) break;
      const layers = unmeasured.map(({ task: { workload } }) => this.#kernels.plan(workload));
      const firstBatch = Math.min(LOOK, Math.floor(left / layers.length));
      const trials = firstBatch * layers.length;
      left -= trials;
      yield* this.#further(planOf(plan, layers, { trials, earlyStop: trials, firstBatch }));
    }
  }

  get #isInterrupted(): boolean {
    const finishes = [this.#first, ...this.#others];
    return this.plan.signal.aborted || finishes.some(({ reason }) => reason === 'interrupted');
  }

  get #furtherTrials(): number {
    return this.#others.reduce((sum, { trials }) => sum + trials, 0);
  }

  #unmeasured(): readonly NetworkKernel[] {
    const { name, programs } = this.program;
    const used = buildPrograms(name, programs, this.#kernels).programs.flatMap(({ kernels }) => kernels);
    const unmeasured = used.filter(({ kernel }) => kernel.best === undefined);
    return [...new Map(unmeasured.map(({ kernel }) => [kernelKey(kernel), kernel])).values()];
  }

  /** Nobody has to know that another search begins: its notes are those of the first. */
  async *#further(plan: NetworkPlan): Events {
    const events = searchLayers(this.#fastestFirst(plan), this.context);
    try {
      let next = await events.next();
      for (; !next.done; next = await events.next()) if (!isOpening(next.value)) yield next.value;
      this.#others.push(next.value);
    } finally {
      // A listener that leaves ends the search, too.
      await events.return(undefined as never);
    }
    await this.#readLog();
  }

  #fastestFirst(plan: NetworkPlan): NetworkPlan {
    return { ...plan, layers: plan.layers.map((layer) => this.#kernels.fastestFirst(layer)) };
  }

  async #readLog(): Promise<void> {
    const path = this.plan.log!;
    this.#own = existsSync(path) ? [{ path, ...(await readLog(path)) }] : [];
    this.#kernels = this.#kernels.withLog(this.#own);
  }
}

function isOpening(event: SearchEvent): boolean {
  return event.event === 'start' || (event.event === 'note' && event.layer === null);
}

function planOf(plan: NetworkPlan, layers: NetworkPlan['layers'], own: Partial<NetworkPlan['settings']>): NetworkPlan {
  return { ...plan, layers, settings: { ...plan.settings, ...own } };
}
