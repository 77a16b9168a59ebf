/** The events of a network's session as the library tells them. */
import { resolve } from 'node:path';
import { formatTarget } from '../backend/registry.js';
import type { NetworkStart } from '../network/schedule/events.js';
import type {
  LayerOutcome,
  ProgramOutcome,
  SessionEvent,
  SessionFinish,
  SessionLayerEvent,
} from '../network/session/events.js';
import type { NetworkPlan } from '../network/session/plan.js';
import type { ProgramPlan } from '../network/session/program-plan.js';
import { quote } from '../target/format.js';
import type { Best } from '../tuner/events.js';
import { settingsSchema } from '../tuner/settings.js';
import { comparisonToJson } from './compare-row.js';
import type { LayerRow, NetworkEvent, NetworkEventNamed } from './schema/network-events.js';
import { snakeCase } from './schema/tune-events.js';
import { failuresOf, replayOf, resultOf, shareOf, toTuneEvent } from './tune-event.js';

/** An event of a session, as the library tells it. */
export function toNetworkEvent(event: SessionEvent, plan: NetworkPlan): NetworkEvent {
  switch (event.event) {
    case 'start':
      return startOf(event, plan);
    case 'layer':
      return ofLayer(event, plan);
    case 'note':
      return { event: 'note', layer: null, text: event.text };
    case 'finish':
      return finishOf(event, plan);
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
function ofLayer({ layer: { name }, told, latency, durable }: SessionLayerEvent, plan: NetworkPlan): NetworkEvent {
  const event = toTuneEvent(told, { log: plan.log, modules: plan.modules, durable });
  if (event.event === 'note') return { ...event, layer: name };
  return { ...event, layer: name, network_seconds: latency ?? null } as NetworkEvent;
}

function finishOf(finish: SessionFinish, plan: NetworkPlan): NetworkEvent {
  const { reason, layers, latency, flops, trials, logged, spent, peak } = finish;
  const { log, target, modules } = plan;
  return {
    event: 'finish',
    reason,
    network: plan.name,
    target: formatTarget(target),
    seconds: latency?.seconds ?? null,
    interval: latency ? [latency.low, latency.high] : null,
    layers: layers.map(rowOf),
    gflops: latency ? flops / latency.seconds / 1e9 : null,
    trials: trials.run,
    resumed: trials.resumed,
    shared: trials.shared,
    failed: trials.failed,
    peak_gflops: peak === undefined ? null : peak / 1e9,
    spent: { search: spent.search, compile: spent.compile, check: spent.check, run: spent.run, wall: spent.wall },
    log: log ?? null,
    replay: log === undefined || logged.length === 0 ? null : replayOf(log, { modules }),
    export: log === undefined || !logged.some(isExported) ? null : exportOf(log, plan.name),
    program: finish.program && plan.program ? programOf(finish.program, layers.length, plan.program) : null,
  };
}

function rowOf({ name, operator, workload, weight, search, kernel, share }: LayerOutcome): LayerRow {
  const { best } = kernel ?? {};
  const { trials, ...searched } = search ? searchedOf(search) : unsearched;
  return {
    name,
    operator: operator.name,
    workload: workload.name,
    weight,
    counts: operator.counts ?? 'flops',
    trials,
    seconds: best?.seconds ?? null,
    template: kernel?.task.template.name ?? null,
    best: best ? resultOf(best) : null,
    from: kernel?.from ?? null,
    share: share ?? null,
    ...searched,
    expected_share: kernel?.share ?? null,
  };
}

type Searched = Pick<LayerRow, keyof typeof unsearched>;

function searchedOf({ finish: { summary }, trials, ending }: NonNullable<LayerOutcome['search']>): Searched {
  return {
    trials,
    confirmed: summary.confirmed,
    ties: summary.ties.map(resultOf),
    run: summary.trials.run,
    failed: summary.trials.failed,
    ending: ending ?? null,
    templates: summary.shares.map(shareOf),
    failures: failuresOf(summary.failures),
    first_failure: summary.firstFailure ?? null,
  };
}

const unsearched = {
  trials: 0,
  confirmed: false,
  ties: [],
  run: 0,
  failed: 0,
  ending: null,
  templates: [],
  failures: [],
  first_failure: null,
};

/** `kernels`: distinct ones. */
function programOf(
  program: ProgramOutcome,
  kernels: number,
  plan: ProgramPlan,
): NetworkEventNamed<'finish'>['program'] {
  const { calls, moves, arenaBytes, leastArenaBytes, isMeasured, library, errors, seconds, compared } = program;
  const { name, out, tolerance } = plan;
  return {
    name,
    calls,
    conversions: moves,
    kernels,
    measured: isMeasured,
    arena_bytes: arenaBytes,
    least_arena_bytes: leastArenaBytes,
    weights_bytes: library?.weights ?? null,
    scratch_bytes: library?.scratch ?? null,
    folder: library && out !== undefined ? resolve(out) : null,
    seconds: seconds ?? null,
    compared: compared ? comparisonToJson(name, compared) : null,
    verified: errors.map(({ folder, error }) => ({
      folder,
      error: Number.isNaN(error) ? null : error,
      allowed: tolerance,
      correct: error <= tolerance,
    })),
  };
}

/** No export takes templates of modules. */
function isExported({ task: { template } }: Best): boolean {
  return template.module === undefined;
}

function exportOf(log: string, name: string): string {
  return `tune export ${quote(log)} --out ${quote(name)}`;
}
