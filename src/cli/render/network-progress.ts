import cliProgress from 'cli-progress';
import type { NetworkEvent } from '../../network/schedule/events.js';
import { formatDuration, formatTime } from '../../target/format.js';
import { PAUSE, style } from './progress.js';

export interface NetworkProgress {
  readonly on: (event: NetworkEvent) => void;
  /** Leaves the terminal as it was; may be called at any time, and twice. */
  readonly stop: () => void;
}

interface Shown {
  /** Of the network, seconds. */
  latency: number | null;
  layer: string;
  failed: number;
  /** Layers whose finals are held, where the search is over. */
  finals: boolean;
}

const nothing: Shown = { latency: null, layer: '', failed: 0, finals: false };

/** A bar on stderr: trials, the latency of the network, the layer that is tuned, failures, time to go. */
export function networkBar(): NetworkProgress {
  const bar = new cliProgress.SingleBar({ ...style, format: formatLine });
  const shown = { ...nothing };
  return {
    on: (event) => {
      count(shown, event);
      if (event.event === 'start') bar.start(event.trials, event.resumed, shown);
      if (event.event === 'trial' && event.phase === 'search') bar.update(event.trial, shown);
      if (event.event === 'batch' && event.phase === 'final') bar.update(shown);
      if (event.event === 'finish') bar.stop();
    },
    stop: () => {
      bar.stop();
    },
  };
}

/** The same as a line now and then, for a log of a job. Says nothing unless `wanted`. */
export function networkLines(
  wanted: boolean,
  say: (line: string) => void,
  now = () => performance.now(),
): NetworkProgress {
  if (!wanted) return { on: () => undefined, stop: () => undefined };
  const shown = { ...nothing };
  let [total, resumed, began, last] = [0, 0, now(), now()];
  return {
    on: (event) => {
      count(shown, event);
      if (event.event === 'start') [total, resumed, began, last] = [event.trials, event.resumed, now(), now()];
      if (event.event !== 'trial' || event.phase !== 'search' || now() - last < PAUSE) return;
      last = now();
      const left = ((last - began) / (event.trial - resumed)) * (total - event.trial);
      say(`${event.trial}/${total} trials, ${words(shown)}, ${formatDuration(left / 1000)} to go`);
    },
    stop: () => undefined,
  };
}

function count(shown: Shown, event: NetworkEvent): void {
  if (event.event === 'start') shown.latency = event.network_seconds;
  if (event.event !== 'trial') return;
  Object.assign(shown, { latency: event.network_seconds, layer: event.layer, finals: event.phase === 'final' });
  if (event.phase === 'search' && event.error !== 0) shown.failed++;
}

function words({ latency, layer, failed, finals }: Shown): string {
  const network = latency === null ? 'not all layers have a time yet' : `network ${formatTime(latency)}`;
  return `${network}, ${finals ? 'finals of' : 'now'} ${layer}, ${failed} failed`;
}

function formatLine(
  options: Parameters<typeof cliProgress.Format.BarFormat>[1],
  params: { progress: number; value: number; total: number; eta: number },
  shown: Shown,
): string {
  return [
    `${cliProgress.Format.BarFormat(params.progress, options)} ${params.value}/${params.total}`,
    words(shown),
    `ETA ${Number.isFinite(params.eta) ? formatDuration(params.eta) : '-'}`,
  ].join(' | ');
}
