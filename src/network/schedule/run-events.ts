/** The events of a network's run, made of what it knows. */
import { freeFolder } from '../../backend/library/free-folder.js';
import type { Task } from '../../templates/template.js';
import type { StopReason, TimeSplit, TuneEvent, TuneEventNamed } from '../../tuner/events.js';
import type { Best } from '../../tuner/leaderboard.js';
import type { Settings } from '../../tuner/settings.js';
import { quote } from '../../target/format.js';
import {
  modulesOf,
  replayCommand,
  resultOf,
  templatesOf,
  settingsForEvent,
  type RunLog,
} from '../../tuner/run-events.js';
import type { Ending, LayerRow, NetworkEvent, NetworkEventNamed } from './events.js';

/** A network, as the events of its run name it. */
export interface Subject {
  /** Its name, or that of the file. */
  readonly name: string;
  /** In full, as logs write it. */
  readonly target: string;
  /** Name of what chooses the layer that gets the next batch. */
  readonly scheduler: string;
  /** Whether the layers keep what they learn to themselves. */
  readonly alone: boolean;
  readonly log?: RunLog | undefined;
  /** What the history has of layers, by their names: their times where a run and its log have none. */
  readonly known?: ReadonlyMap<string, KnownBest>;
}

/** The best of a layer in the history, and whose time that is: this machine's, or that of another machine or target. */
export interface KnownBest {
  readonly best: Best;
  readonly from: 'history' | 'elsewhere';
}

export interface NamedLayer {
  readonly name: string;
  readonly weight: number;
  readonly flops: number;
  readonly tasks: readonly Task[];
}

type LayerKeys = Pick<LayerRow, 'name' | 'operator' | 'workload' | 'weight'>;

export interface LayerEnd extends NamedLayer {
  readonly finish: TuneEventNamed<'finish'>;
  readonly best: Best | undefined;
  /** Trials, those of the log and of other runs included. */
  readonly trials: number;
  readonly ending: Ending | undefined;
}

/** `latency`: weighted seconds of the bests that the log holds. */
export function startEvent(
  { name, target, scheduler, alone, log }: Subject,
  layers: readonly (NamedLayer & { readonly start: TuneEventNamed<'start'> })[],
  { settings, resumed, latency }: { settings: Settings; resumed: number; latency: number | undefined },
): NetworkEventNamed<'start'> {
  return {
    event: 'start',
    network: name,
    target,
    layers: layers.map((layer) => ({
      ...keysOf(layer),
      templates: templatesOf(layer.tasks),
      resumed: layer.start.resumed,
    })),
    ...settingsForEvent(settings),
    scheduler,
    alone,
    asks_model: layers.some(({ start }) => start.asks_model),
    resumed,
    network_seconds: latency ?? null,
    history: layers.reduce((rows, { start }) => rows + start.history, 0),
    log: log?.path ?? null,
  };
}

export function layerEvent(
  name: string,
  event: Exclude<TuneEvent, { event: 'start' | 'finish' }>,
  latency: number | undefined,
): NetworkEvent {
  if (event.event === 'note') return { ...event, layer: name };
  return { ...event, layer: name, network_seconds: latency ?? null };
}

/** `spent`: of all layers. `peak`: of the machine, FLOP/s. */
export function finishEvent(
  { name, target, log, known = new Map() }: Subject,
  layers: readonly LayerEnd[],
  { reason, spent, peak }: { reason: StopReason; spent: TimeSplit; peak: number | undefined },
): NetworkEventNamed<'finish'> {
  const own = layers.flatMap(({ best }) => best ?? []);
  const bests = layers.map((layer) => layer.best ?? known.get(layer.name)?.best);
  const latency = weighted(layers, bests, ({ seconds }) => seconds);
  const [low, high] = [weighted(layers, bests, (best) => best.low), weighted(layers, bests, (best) => best.high)];
  const sum = (of: (layer: LayerEnd) => number): number => layers.reduce((all, layer) => all + of(layer), 0);
  return {
    event: 'finish',
    reason,
    network: name,
    target,
    seconds: latency ?? null,
    interval: low === undefined || high === undefined ? null : [low, high],
    layers: layers.map((layer) => rowOf(layer, known.get(layer.name), latency)),
    gflops: latency === undefined ? null : sum(({ weight, flops }) => weight * flops) / latency / 1e9,
    trials: sum(({ finish }) => finish.trials),
    resumed: sum(({ finish }) => finish.resumed),
    shared: sum(({ finish }) => finish.shared),
    failed: sum(({ finish }) => finish.failed),
    peak_gflops: peak === undefined ? null : peak / 1e9,
    spent,
    log: log?.path ?? null,
    replay: log === undefined || own.length === 0 ? null : replayCommand(log),
    export: log === undefined || own.length === 0 ? null : exportCommand(log, name),
    program: null,
  };
}

export function spentBy(all: readonly TimeSplit[], wall: number): TimeSplit {
  const sum = (of: (spent: TimeSplit) => number): number => all.reduce((total, spent) => total + of(spent), 0);
  return {
    search: sum(({ search }) => search),
    compile: sum(({ compile }) => compile),
    check: sum(({ check }) => check),
    run: sum(({ run }) => run),
    wall,
  };
}

function rowOf(layer: LayerEnd, known: KnownBest | undefined, latency: number | undefined): LayerRow {
  const { finish, weight, best: own } = layer;
  const best = own ?? known?.best;
  return {
    ...keysOf(layer),
    counts: finish.counts,
    trials: layer.trials,
    seconds: best?.seconds ?? null,
    template: best?.task.template.name ?? null,
    best: best ? resultOf(best) : null,
    from: own ? 'log' : (known?.from ?? null),
    share: best && latency !== undefined ? (weight * best.seconds) / latency : null,
    confirmed: finish.confirmed,
    ties: finish.ties,
    run: finish.trials,
    failed: finish.failed,
    ending: layer.ending ?? null,
    templates: finish.templates,
    failures: finish.failures,
    first_failure: finish.first_failure,
    expected_share: null,
  };
}

export function keysOf({ name, weight, tasks }: Omit<NamedLayer, 'flops'>): LayerKeys {
  const { workload } = tasks[0]!;
  return { name, operator: workload.operator, workload: workload.name, weight };
}

function weighted(
  layers: readonly NamedLayer[],
  bests: readonly (Best | undefined)[],
  of: (best: Best) => number,
): number | undefined {
  if (!bests.every((best) => best !== undefined)) return undefined;
  return bests.reduce((sum, best, place) => sum + layers[place]!.weight * of(best), 0);
}

function exportCommand(log: RunLog, name: string): string {
  return `tune export ${quote(log.path)} --out ${quote(freeFolder(name))}${modulesOf(log)}`;
}
