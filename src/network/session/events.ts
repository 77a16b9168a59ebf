/** What a session of a network reports: its trials, notes, and what it came to. */
import type { Best, StopReason, TimeSplit } from '../../tuner/events.js';
import type { ProgramLibrary } from '../../backend/program/library.js';
import type { CheckedComparison } from '../compare/comparison.js';
import type { LayerEvent, LayerResult, NetworkStart } from '../schedule/events.js';
import type { NetworkKernel } from './network-kernel.js';
import type { NetworkLayer } from './network-layer.js';

/** An event of a layer's trials. */
export interface SessionLayerEvent extends LayerEvent {
  /** Whether all trials so far are on the disk of the log. */
  readonly durable: boolean;
}

/** Something about the network as a whole that a person should know. */
export interface SessionNote {
  readonly event: 'note';
  readonly text: string;
}

/** A layer at the end; `weight` counts its calls. */
export interface LayerOutcome extends NetworkLayer {
  /** Its last search; undefined of a kernel that had no trial. */
  readonly search: LayerResult | undefined;
  /** The fastest known kernel; undefined where nothing works or nothing is known. */
  readonly kernel: NetworkKernel | undefined;
  /** Of the latency of the network; undefined where a layer has no time. */
  readonly share: number | undefined;
}

/** Seconds of a call of the network, and between which bounds that lies. */
export interface Latency {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
}

/** What was written of a program, and how it was proven. */
export interface WrittenProgram {
  readonly library: ProgramLibrary | undefined;
  /** The largest error of each case. */
  readonly errors: readonly { readonly folder: string; readonly error: number }[];
  /** Median seconds of a call, where it was built. */
  readonly seconds: number | undefined;
  readonly compared: CheckedComparison | undefined;
}

/** A program at the end. */
export interface ProgramOutcome extends WrittenProgram {
  /** Calls of kernels, and those that only move a value. */
  readonly calls: number;
  readonly moves: number;
  readonly arenaBytes: number;
  readonly leastArenaBytes: number;
  /** Whether every kernel was measured on this machine. */
  readonly isMeasured: boolean;
}

/** The session ended; nothing follows. */
export interface SessionFinish {
  readonly event: 'finish';
  readonly reason: StopReason;
  /** In the order of the network; of a program, its distinct kernels. */
  readonly layers: readonly LayerOutcome[];
  /** Undefined where a layer was not measured. */
  readonly latency: Latency | undefined;
  /** Operations of a call of the network. */
  readonly flops: number;
  /** Trials of this session, of its log, of others that shared it, and how many of all failed. */
  readonly trials: { readonly run: number; readonly resumed: number; readonly shared: number; readonly failed: number };
  /** The bests that its log holds. */
  readonly logged: readonly Best[];
  readonly spent: TimeSplit;
  readonly peak: number | undefined;
  readonly program: ProgramOutcome | undefined;
}

export type SessionEvent = NetworkStart | SessionLayerEvent | SessionNote | SessionFinish;
