/** What a run of a network tells. */
import type { Best, FinishEvent, StartEvent, StopReason, Summary, TimeSplit, TunerEvent } from '../../tuner/events.js';

/** A layer as events name it. */
interface LayerName {
  readonly name: string;
  /** Calls of it in the network. */
  readonly weight: number;
}

/** The run begins. */
export interface NetworkStart {
  readonly event: 'start';
  readonly layers: readonly (LayerName & { readonly start: StartEvent })[];
  /** Trials that the log already holds, of all layers. */
  readonly resumed: number;
  /** Weighted seconds of the bests of these. */
  readonly latency: number | undefined;
}

/** Something that the run of a layer tells; trials and batches count over all layers. */
export interface LayerEvent {
  readonly event: 'layer';
  readonly layer: LayerName;
  readonly told: Exclude<TunerEvent, StartEvent | FinishEvent>;
  /** Weighted seconds of the bests by then; undefined while a layer has none. */
  readonly latency: number | undefined;
}

/** Why a layer gets no more trials while others do. */
export type Ending = 'early-stop' | 'failed' | 'exhausted' | 'decided';

/** What became of a layer. */
export interface LayerResult extends LayerName {
  readonly finish: FinishEvent;
  readonly best: Best | undefined;
  /** Trials, those of the log and of other runs included. */
  readonly trials: number;
  readonly ending: Ending | undefined;
}

/** The run ended; nothing follows. */
export interface NetworkFinish {
  readonly event: 'finish';
  readonly reason: StopReason;
  readonly layers: readonly LayerResult[];
  /** Sum of weight times best seconds; undefined where a layer has none. */
  readonly latency: number | undefined;
  readonly spent: TimeSplit;
  readonly peak: number | undefined;
}

export type NetworkEvent = NetworkStart | LayerEvent | NetworkFinish;

/** Adds up where the time of the layers went; `wall` is that of the whole run. */
export function spentBy(summaries: readonly Summary[], wall: number): TimeSplit {
  const sum = (of: (spent: TimeSplit) => number): number => summaries.reduce((all, { spent }) => all + of(spent), 0);
  return {
    search: sum(({ search }) => search),
    compile: sum(({ compile }) => compile),
    check: sum(({ check }) => check),
    run: sum(({ run }) => run),
    wall,
  };
}
