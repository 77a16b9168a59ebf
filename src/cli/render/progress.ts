import cliProgress from 'cli-progress';
import type { TuneEvent } from '../../tuner/events.js';
import { formatDuration, formatGflops, formatSpeed, type Counts } from '../../target/format.js';

export interface Progress {
  readonly on: (event: TuneEvent) => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

const silent: Progress = { on: () => undefined, stop: () => undefined };

/** A bar on stderr: trials, best and current GFLOPS, failures, time to go. Draws nothing unless `wanted`. */
export function progressBar(wanted: boolean): Progress {
  if (!wanted) return silent;
  const bar = new cliProgress.SingleBar({ ...style, format: formatLine });
  const shown: Shown = { best: 0, current: 0, failed: 0, counts: 'flops' };
  return {
    on: (event) => {
      count(shown, event);
      if (event.event === 'start') bar.start(event.trials, event.resumed, shown);
      if (event.event === 'trial' && event.phase === 'search') bar.update(event.trial, shown);
      if (event.event === 'best') bar.update(shown);
      if (event.event === 'finish') bar.stop();
    },
    stop: () => {
      bar.stop();
    },
  };
}

export interface CountingBar {
  readonly advance: () => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** A bar on stderr that counts to a total of things, named in the plural. Draws nothing unless `wanted`. */
export function countingBar(wanted: boolean, total: number, things: string): CountingBar {
  if (!wanted) return { advance: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar({ ...style, format: `{bar} {value}/{total} ${things} | ETA {eta_formatted}` });
  bar.start(total, 0);
  return {
    advance: () => {
      bar.increment();
    },
    stop: () => {
      bar.stop();
    },
  };
}

export interface TimeBar {
  /** `share`: of the time that has passed. */
  readonly update: (share: number) => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

/** A bar on stderr for something that takes so many seconds. Draws nothing unless `wanted`. */
export function timeBar(wanted: boolean, seconds: number): TimeBar {
  if (!wanted) return { update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar({ ...style, format: `{bar} {left} to go` });
  const shown = (share: number): { left: string } => ({ left: formatDuration((1 - share) * seconds) });
  bar.start(1, 0, shown(0));
  return {
    update: (share) => {
      bar.update(share, shown(share));
    },
    stop: () => {
      bar.stop();
    },
  };
}

export const style: cliProgress.Options = {
  stream: process.stderr,
  clearOnComplete: true,
  gracefulExit: false,
  etaBuffer: 64,
  fps: 8,
  barsize: 24,
  linewrap: true,
};

interface Shown {
  best: number;
  current: number;
  failed: number;
  counts: Counts;
}

/** The best is what the run takes for the best, as its summary does: one noisy trial is none. */
function count(shown: Shown, event: TuneEvent): void {
  if (event.event === 'start') Object.assign(shown, { best: 1e9 * (event.best_gflops ?? 0), counts: event.counts });
  if (event.event === 'best') shown.best = 1e9 * event.gflops;
  if (event.event !== 'trial') return;
  shown.current = 1e9 * event.gflops;
  if (event.phase === 'search' && event.error !== 0) shown.failed++;
}

function bestText({ best, counts }: Shown): string {
  return best > 0 ? `best ${formatSpeed(best, counts)}` : 'no best yet';
}

/** Milliseconds between two lines where no bar can be drawn. */
export const PAUSE = 10_000;

/** The same as a line now and then, for a log of a job. Says nothing unless `wanted`. */
export function progressLines(wanted: boolean, say: (line: string) => void, now = () => performance.now()): Progress {
  if (!wanted) return silent;
  const shown: Shown = { best: 0, current: 0, failed: 0, counts: 'flops' };
  let [total, resumed, began, last] = [0, 0, now(), now()];
  return {
    on: (event) => {
      if (event.event === 'start') [total, resumed, began, last] = [event.trials, event.resumed, now(), now()];
      count(shown, event);
      if (event.event !== 'trial' || event.phase !== 'search' || now() - last < PAUSE) return;
      last = now();
      const left = ((last - began) / (event.trial - resumed)) * (total - event.trial);
      say(
        `${event.trial}/${total} trials, ${bestText(shown)}, ${shown.failed} failed, ${formatDuration(left / 1000)} to go`,
      );
    },
    stop: () => undefined,
  };
}

const formatLine = (
  options: Parameters<typeof cliProgress.Format.BarFormat>[1],
  params: { progress: number; value: number; total: number; eta: number },
  shown: Shown,
): string =>
  [
    `${cliProgress.Format.BarFormat(params.progress, options)} ${params.value}/${params.total}`,
    bestText(shown),
    `now ${formatGflops(shown.current)}`,
    `failed ${shown.failed}`,
    `ETA ${Number.isFinite(params.eta) ? formatDuration(params.eta) : '-'}`,
  ].join(' | ');
