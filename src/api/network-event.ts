/** The events of a network's run as the library tells them. */
import { formatTarget } from '../backend/registry.js';
import type {
  LayerEvent,
  LayerResult,
  NetworkEvent as Event,
  NetworkFinish,
  NetworkStart,
} from '../network/schedule/events.js';
import { quote } from '../target/format.js';
import type { Best } from '../tuner/events.js';
import { settingsSchema } from '../tuner/settings.js';
import type { Known } from './network-known.js';
import type { NetworkPlan, PlannedLayer } from './network-plan.js';
import type { LayerRow, NetworkEvent, NetworkEventNamed } from './schema/network-events.js';
import { snakeCase } from './schema/tune-events.js';
import { failuresOf, replayOf, resultOf, shareOf, toTuneEvent } from './tune-event.js';

/** What is known besides the event. */
interface Context {
  readonly plan: NetworkPlan;
  /** What the history has of layers, by their names. */
  readonly known: ReadonlyMap<string, Known>;
  /** Whether all trials so far are on the disk of the log. */
  readonly durable: boolean;
}

/** An event of a network's run, as the library tells it. */
export function toNetworkEvent(event: Event, context: Context): NetworkEvent {
  switch (event.event) {
    case 'start':
      return startOf(event, context.plan);
    case 'layer':
      return ofLayer(event, context);
    case 'finish':
      return finishOf(event, context);
  }
}

function startOf({ layers, resumed, latency }: NetworkStart, plan: NetworkPlan): NetworkEvent {
  const keys = settingsSchema.omit({ firstBatch: true }).keyof().options;
  const told = Object.fromEntries(keys.map((key) => [snakeCase(key), plan.settings[key] ?? null]));
  return {
    event: 'start',
    network: plan.name,
    target: formatTarget(plan.target),
    layers: plan.layers.map(({ name, weight, operator, workload, tasks }, place) => ({
      name,
      operator: operator.name,
      workload: workload.name,
      weight,
      templates: tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize })),
      resumed: layers[place]!.start.resumed,
    })),
    ...told,
    scheduler: plan.scheduler.name,
    alone: plan.alone,
    asks_model: layers.some(({ start }) => start.asksModel),
    resumed,
    network_seconds: latency ?? null,
    history: layers.reduce((rows, { start }) => rows + start.history, 0),
    log: plan.log ?? null,
  } as NetworkEventNamed<'start'>;
}

/** What the run of a layer tells, with its name. */
function ofLayer({ layer: { name }, told, latency }: LayerEvent, { plan, durable }: Context): NetworkEvent {
  const event = toTuneEvent(told, { log: plan.log, modules: plan.modules, durable });
  if (event.event === 'note') return { ...event, layer: name };
  return { ...event, layer: name, network_seconds: latency ?? null } as NetworkEvent;
}

function finishOf({ reason, layers, spent, peak }: NetworkFinish, { plan, known }: Context): NetworkEvent {
  const { log, target, modules } = plan;
  const own = layers.flatMap(({ best }) => best ?? []);
  const bests = layers.map(({ name, best }) => best ?? known.get(name)?.best);
  const latency = weighted(layers, bests, ({ seconds }) => seconds);
  const [low, high] = [weighted(layers, bests, (best) => best.low), weighted(layers, bests, (best) => best.high)];
  const sum = (of: (layer: LayerResult) => number): number => layers.reduce((all, layer) => all + of(layer), 0);
  const flops = plan.layers.reduce((all, { weight, operator, workload }) => all + weight * operator.flops(workload), 0);
  return {
    event: 'finish',
    reason,
    network: plan.name,
    target: formatTarget(target),
    seconds: latency ?? null,
    interval: low === undefined || high === undefined ? null : [low, high],
    layers: layers.map((layer, place) => rowOf(layer, plan.layers[place]!, known.get(layer.name), latency)),
    gflops: latency === undefined ? null : flops / latency / 1e9,
    trials: sum(({ finish }) => finish.summary.trials.run),
    resumed: sum(({ finish }) => finish.summary.trials.resumed),
    shared: sum(({ finish }) => finish.summary.trials.shared),
    failed: sum(({ finish }) => finish.summary.trials.failed),
    peak_gflops: peak === undefined ? null : peak / 1e9,
    spent: { search: spent.search, compile: spent.compile, check: spent.check, run: spent.run, wall: spent.wall },
    log: log ?? null,
    replay: log === undefined || own.length === 0 ? null : replayOf(log, { modules }),
    export: log === undefined || !own.some(isExported) ? null : exportOf(log, plan.name),
    program: null,
  };
}

function rowOf(
  { finish: { summary }, trials, best: own, ending }: LayerResult,
  { name, weight, operator, workload }: PlannedLayer,
  known: Known | undefined,
  latency: number | undefined,
): LayerRow {
  const best = own ?? known?.best;
  return {
    name,
    operator: operator.name,
    workload: workload.name,
    weight,
    counts: operator.counts ?? 'flops',
    trials,
    seconds: best?.seconds ?? null,
    template: best?.task.template.name ?? null,
    best: best ? resultOf(best) : null,
    from: own ? 'log' : (known?.from ?? null),
    share: best && latency !== undefined ? (weight * best.seconds) / latency : null,
    confirmed: summary.confirmed,
    ties: summary.ties.map(resultOf),
    run: summary.trials.run,
    failed: summary.trials.failed,
    ending: ending ?? null,
    templates: summary.shares.map(shareOf),
    failures: failuresOf(summary.failures),
    first_failure: summary.firstFailure ?? null,
    expected_share: null,
  };
}

/** Sum over the layers of weight times what is said of their bests; undefined where one has none. */
function weighted(
  layers: readonly LayerResult[],
  bests: readonly (Best | undefined)[],
  of: (best: Best) => number,
): number | undefined {
  let sum = 0;
  for (const [place, best] of bests.entries()) {
    if (!best) return undefined;
    sum += layers[place]!.weight * of(best);
  }
  return sum;
}

/** No export takes templates of modules. */
function isExported({ task: { template } }: Best): boolean {
  return template.module === undefined;
}

function exportOf(log: string, name: string): string {
  return `tune export ${quote(log)} --out ${quote(name)}`;
}
