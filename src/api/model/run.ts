/** From the kernels of a model to its program: looks at what nobody measured yet, then the library, and its proofs. */
import { existsSync } from 'node:fs';
import { readLog } from '../../record/log.js';
import type { NamedLog } from '../../tuner/task-states.js';
import type { NetworkPlan } from '../network-plan.js';
import type { LayerRow, NetworkEvent, NetworkEventNamed } from '../schema/network-events.js';
import { installRuntime } from '../../compare/runtime.js';
import { threadsOf } from '../../target/target.js';
import { assemble, type Assembled } from './assemble.js';
import { finishOf } from './finish.js';
import { Kernels } from './kernels.js';
import type { ModelPlan } from './plan.js';
import { noProduct, productOf, type Product } from './product.js';

type Events = AsyncGenerator<NetworkEvent, void, void>;

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
  const searched = yield* allBut('finish', context.run(plan));
  let { reason } = searched;
  const own = await ownLog(plan.log!);
  let kernels = new Kernels(plan.target, model.model.layouts, plan.catalogue, { own, history: context.history });
  let assembled = assemble(model.name, model.model, kernels);
  let left = reason === 'interrupted' ? 0 : model.looks;
  let trials = 0;
  const looked: LayerRow[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const unknown = unmeasured(assembled, left);
    if (unknown.length === 0) break;
    const layers = unknown.map(({ workload }) => kernels.plannedFor(workload));
    left -= LOOK * layers.length;
    const looks = yield* allBut('start and finish', context.run(lookPlan(plan, layers)));
    looked.push(...looks.layers);
    trials += looks.trials;
    if (looks.reason === 'interrupted') {
      ({ reason } = looks);
      break;
    }
    kernels = kernels.withLog(await ownLog(plan.log!));
    assembled = assemble(model.name, model.model, kernels);
  }
  const product = reason === 'interrupted' ? noProduct : await made(context, assembled, runtime);
  if (plan.signal.aborted) reason = 'interrupted';
  const told = { ...searched, reason, layers: [...searched.layers, ...looked] };
  yield finishOf(told, { assembled, product, looks: trials, model });
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
): AsyncGenerator<NetworkEvent, NetworkEventNamed<'finish'>, void> {
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

/** A run that gives each of some layers the same few trials. */
function lookPlan(plan: NetworkPlan, layers: NetworkPlan['layers']): NetworkPlan {
  const trials = LOOK * layers.length;
  return { ...plan, layers, settings: { ...plan.settings, trials, earlyStop: trials, firstBatch: LOOK } };
}

async function ownLog(path: string): Promise<readonly NamedLog[]> {
  return existsSync(path) ? [{ path, ...(await readLog(path)) }] : [];
}
