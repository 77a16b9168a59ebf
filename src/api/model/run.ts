/** From the kernels of a model to its program: looks at what nobody measured yet, then the library, and its proofs. */
import { existsSync } from 'node:fs';
import { readLog } from '../../log/record/log.js';
import type { NamedLog } from '../../tuner/task-states.js';
import type { NetworkPlan } from '../network-plan.js';
import type { NetworkEvent, NetworkEventNamed } from '../../network/schedule/events.js';
import { installRuntime } from '../../network/compare/runtime.js';
import { threadsOf } from '../../target/target.js';
import { assemble, type Assembled } from './assemble.js';
import { coldWeightsOf, type Extra } from './cold-weights.js';
import { finishOf } from './finish.js';
import { Kernels } from './kernels.js';
import type { ModelPlan } from './plan.js';
import { pairMinutesOf } from './pair-budget.js';
import { candidatesOf, nextRound } from './pairs.js';
import { noProduct, productOf, type Product } from './product.js';
import { defined } from '../../target/defined.js';

type Events = AsyncGenerator<NetworkEvent, void, void>;
type Finish = NetworkEventNamed<'finish'>;

export interface ModelContext {
  readonly plan: NetworkPlan;
  readonly model: ModelPlan;
  readonly history: readonly NamedLog[];
  /** The run of a plan: of the whole, or of some other layers. */
  readonly run: (plan: NetworkPlan) => Events;
}

/** Trials of a kernel that only moves or maps elements, and rounds of looks: each may make others interesting. */
const LOOK = 4;
const MOST_ROUNDS = 5;

/** The events of a run, of which the last one tells of the program, too. Throws as `network` does. */
export async function* modelRun(context: ModelContext): Events {
  const { plan, model } = context;
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const runtime = model.compare ? await installRuntime({ note, signal: plan.signal }) : undefined;
  for (const text of notes) yield { event: 'note', layer: null, text };
  const run = new ModelRun(context, await coldWeightsOf(model.model.graph, plan.target));
  yield* run.search();
  yield* run.tryPairs();
  const assembled = yield* run.look();
  const product = run.isInterrupted ? noProduct : await made(context, assembled, runtime);
  yield run.finish(assembled, product);
}

/** What is known of the kernels of a model, and what was done for it. */
class ModelRun {
  #own: readonly NamedLog[] = [];
  #kernels: Kernels;
  #searched!: Finish;
  /** What the runs after the first told last. */
  readonly #others: Finish[] = [];

  constructor(
    private readonly context: ModelContext,
    extra: Extra,
  ) {
    const { plan, model, history } = context;
    this.#kernels = new Kernels(plan.target, model.model.layouts, plan.catalogue, { own: [], history }, extra);
  }

  get isInterrupted(): boolean {
    return this.context.plan.signal.aborted || this.#finishes.some(({ reason }) => reason === 'interrupted');
  }

  get #finishes(): readonly Finish[] {
    return [this.#searched, ...this.#others];
  }

  /** The layers that are worth a search, each alone. */
  async *search(): Events {
    this.#searched = yield* allBut('finish', this.context.run(this.context.plan));
    await this.#readLog();
  }

  /** Kernels of two layers, as far as they are promising; the layers alone have what is left of these trials. */
  async *tryPairs(): Events {
    const { plan, model } = this.context;
    const began = performance.now();
    const minutesLeft = (): number => pairMinutesOf(plan.settings) - (performance.now() - began) / 60_000;
    let left = model.pairTrials;
    while (!this.isInterrupted && minutesLeft() > 0) {
      const round = nextRound(candidatesOf(model.model.pairs, this.#kernels, this.#own), left);
      if (!round) break;
      const minutes = minutesLeft();
      const own = {
        trials: round.trials,
        earlyStop: round.trials,
        ...defined({ minutes: Number.isFinite(minutes) ? minutes : undefined }),
      };
      const before = this.#trials;
      yield* this.#further(planOf(plan, round.layers, { ...own, firstBatch: LOOK }));
      if (this.#trials === before) break;
      left -= this.#trials - before;
    }
    const trials = plan.settings.trials + left;
    // Finals of all layers take time: they are not held again for a few trials.
    const isWorth = left >= plan.layers.length && this.#searched.reason === 'trials' && !this.isInterrupted;
    if (isWorth) yield* this.#further({ ...plan, settings: { ...plan.settings, trials } });
  }

  /** A few trials for each kernel that the program has and nobody measured. */
  async *look(): AsyncGenerator<NetworkEvent, Assembled, void> {
    const { plan, model } = this.context;
    let left = model.looks;
    for (let round = 0; round < MOST_ROUNDS && !this.isInterrupted; round++) {
      const unknown = unmeasured(this.#assembled(), left);
      if (unknown.length === 0) break;
      const layers = unknown.map(({ workload }) => this.#kernels.plannedFor(workload));
      const trials = LOOK * layers.length;
      left -= trials;
      yield* this.#further(planOf(plan, layers, { trials, earlyStop: trials, firstBatch: LOOK }));
    }
    return this.#assembled();
  }

  finish(assembled: Assembled, product: Product): NetworkEvent {
    const { model } = this.context;
    const reason = this.isInterrupted ? 'interrupted' : this.#searched.reason;
    // The last run of a layer knows most of it.
    const layers = this.#finishes.toReversed().flatMap((one) => one.layers);
    const more = this.#trials;
    return finishOf({ ...this.#searched, reason, layers }, { assembled, product, looks: more, model });
  }

  /** Trials of the runs after the first. */
  get #trials(): number {
    return this.#others.reduce((sum, { trials }) => sum + trials, 0);
  }

  async *#further(plan: NetworkPlan): Events {
    this.#others.push(yield* allBut('start and finish', this.context.run(plan)));
    await this.#readLog();
  }

  async #readLog(): Promise<void> {
    this.#own = await ownLog(this.context.plan.log!);
    this.#kernels = this.#kernels.withLog(this.#own);
  }

  #assembled(): Assembled {
    const { name, model } = this.context.model;
    return assemble(name, model, this.#kernels);
  }
}

/** What becomes of the program; nothing where the run is interrupted meanwhile. */
async function made(
  { plan: { settings, target, signal }, model }: ModelContext,
  assembled: Assembled,
  runtime: string | undefined,
): Promise<Product> {
  try {
    return await productOf(model, assembled, { seed: settings.seed, threads: threadsOf(target), runtime, signal });
  } catch (error) {
    if (signal.aborted) return noProduct;
    throw error;
  }
}

/** Passes on what a run tells, but for its last event, which it returns; nobody has to know that looks begin. */
async function* allBut(
  which: 'finish' | 'start and finish',
  events: Events,
): AsyncGenerator<NetworkEvent, Finish, void> {
  for await (const event of events) {
    if (event.event === 'finish') return event;
    const isOpening = event.event === 'start' || (event.event === 'note' && event.layer === null);
    if (which === 'finish' || !isOpening) yield event;
  }
  throw new Error('a run ended without its last event');
}

function unmeasured({ kernels }: Assembled, left: number): Assembled['kernels'] {
  const unknown = kernels.filter(({ kernel }) => kernel.best === undefined);
  return unknown.slice(0, Math.floor(left / LOOK));
}

/** A run of some layers on a budget of their own. */
function planOf(plan: NetworkPlan, layers: NetworkPlan['layers'], own: Partial<NetworkPlan['settings']>): NetworkPlan {
  return { ...plan, layers, settings: { ...plan.settings, ...own } };
}

async function ownLog(path: string): Promise<readonly NamedLog[]> {
  return existsSync(path) ? [{ path, ...(await readLog(path)) }] : [];
}
