/** What a session came to: each layer with its fastest kernel, and the latency of the network. */
import type { Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { Best } from '../../tuner/events.js';
import type { LayerResult, NetworkFinish } from '../schedule/events.js';
import type { BuiltProgram, UsedKernel } from './build.js';
import type { Latency, LayerOutcome, ProgramOutcome, SessionFinish, WrittenProgram } from './events.js';
import type { KnownBest } from './known-bests.js';
import type { NetworkKernel } from './network-kernel.js';
import type { NetworkLayer, PlannedLayer } from './network-layer.js';
import { trialsOf, type ScheduledTrials } from './schedule.js';

/** Of a network that is its layers. `known`: of the layers that this session and its log have no time of. */
export function finishLayers(
  search: NetworkFinish,
  planned: readonly PlannedLayer[],
  known: ReadonlyMap<string, KnownBest>,
): SessionFinish {
  const layers = search.layers.map((result, place) => ({
    ...planned[place]!,
    search: result,
    kernel: kernelOf(result, known.get(result.name)),
  }));
  const latency = latencyOf(layers);
  return {
    ...commonOf(search, trialsOf(search)),
    layers: layers.map((layer) => ({ ...layer, share: latency && shareOf(layer, latency.seconds) })),
    latency,
    flops: sumOver(layers, ({ operator, workload }) => operator.flops(workload)),
    program: undefined,
  };
}

/** Of a program: its kernels in the place of the layers that were searched. */
export function finishProgram(
  { first, others, isInterrupted }: ScheduledTrials,
  built: BuiltProgram,
  written: WrittenProgram,
): SessionFinish {
  // The last search of a layer knows most of it.
  const searches = [first, ...others].toReversed().flatMap((search) => search.layers);
  const layers = built.kernels.map((used) => outcomeOf(used, searches));
  const total = sumOver(layers, ({ kernel: { best, seconds } }) => best?.seconds ?? seconds);
  const latency = latencyOf(layers);
  const trials = [first, ...others].reduce((sum, search) => sum + trialsOf(search), 0);
  return {
    ...commonOf(first, trials),
    reason: isInterrupted ? 'interrupted' : first.reason,
    layers: layers.map((layer) => ({ ...layer, share: shareOf(layer, total) })),
    latency,
    // What counts bytes is no part of the speed.
    flops: sumOver(layers, ({ operator, workload }) => (operator.counts === 'bytes' ? 0 : operator.flops(workload))),
    program: programOf(built, written, latency !== undefined),
  };
}

function commonOf(
  { reason, layers, spent, peak }: NetworkFinish,
  run: number,
): Pick<SessionFinish, 'event' | 'reason' | 'trials' | 'logged' | 'spent' | 'peak'> {
  const counts = layers.map(({ finish }) => finish.summary.trials);
  const sum = (of: 'resumed' | 'shared' | 'failed'): number => counts.reduce((all, count) => all + count[of], 0);
  return {
    event: 'finish',
    reason,
    trials: { run, resumed: sum('resumed'), shared: sum('shared'), failed: sum('failed') },
    logged: layers.flatMap(({ best }) => best ?? []),
    spent,
    peak,
  };
}

function kernelOf({ best: own }: LayerResult, known: KnownBest | undefined): NetworkKernel | undefined {
  const best = own ?? known?.best;
  if (!best) return undefined;
  return { task: best.task, config: best.config, seconds: best.seconds, best, from: own ? 'log' : known!.from };
}

type Outcome<Kernel extends NetworkKernel | undefined> = Omit<LayerOutcome, 'share' | 'kernel'> & {
  readonly kernel: Kernel;
};

function outcomeOf(
  { name, workload, kernel, calls }: UsedKernel,
  searches: readonly LayerResult[],
): Outcome<NetworkKernel> {
  const operator = findOperator(workload.operator);
  const search = searches.find(({ finish }) => isOf(workload, finish.tasks[0]!.workload));
  return { name, weight: calls, operator, workload, search, kernel };
}

function isOf(workload: Workload, searched: Workload): boolean {
  return searched.operator === workload.operator && searched.name === workload.name;
}

function sumOver<Layer extends Pick<NetworkLayer, 'weight'>>(
  layers: readonly Layer[],
  of: (layer: Layer) => number,
): number {
  return layers.reduce((sum, layer) => sum + layer.weight * of(layer), 0);
}

/** Undefined where a layer was not measured. */
function latencyOf(layers: readonly Outcome<NetworkKernel | undefined>[]): Latency | undefined {
  const bests = layers.map(({ kernel }) => kernel?.best);
  if (!bests.every((best) => best !== undefined)) return undefined;
  const sum = (of: (best: Best) => number): number =>
    bests.reduce((all, best, place) => all + layers[place]!.weight * of(best), 0);
  return { seconds: sum(({ seconds }) => seconds), low: sum(({ low }) => low), high: sum(({ high }) => high) };
}

function shareOf({ weight, kernel }: Outcome<NetworkKernel | undefined>, total: number): number | undefined {
  return kernel && (weight * kernel.seconds) / total;
}

function programOf(
  { program, moves, leastBytes }: BuiltProgram,
  written: WrittenProgram,
  isMeasured: boolean,
): ProgramOutcome {
  return {
    ...written,
    calls: program.calls.length,
    moves,
    arenaBytes: program.arenaBytes,
    leastArenaBytes: leastBytes,
    isMeasured,
  };
}
