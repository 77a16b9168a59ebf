import { historyOfNetwork, logOfNetwork } from '../../network/session/network-files.js';
import { dryRunNetwork } from '../../api/dry-run-network.js';
import { network } from '../../api/network.js';
import type { NetworkOptions } from '../../network/session/network-options.js';
import { onceEach, type OnNote } from '../../log/read-logs.js';
import type { NetworkEvent, NetworkEventNamed } from '../../network/schedule/events.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { noteOfFailedFit } from '../../tuner/events.js';
import { follow } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { write } from '../files.js';
import { renderCompareChart } from '../render/compare-chart.js';
import { renderComparison } from '../render/compare-text.js';
import { networkProgress } from '../render/network-progress.js';
import { renderNetwork } from '../render/network-summary.js';
import { showDryRun } from './dry-run.js';
import { networkWords } from './network-dry-run.js';

/** Of `tune network`. */
export type NetworkFlags = Omit<NetworkOptions, 'network' | 'signal'> & {
  readonly svg?: string;
  readonly layers?: true;
  readonly dryRun?: true;
  readonly json?: true;
};

/** `tune network NAME|FILE`, of which `words` are the command line. */
export async function networkCommand(
  name: string,
  flags: NetworkFlags,
  words: readonly string[],
  output: Output,
): Promise<void> {
  const { json = false, dryRun, svg, layers = false, history = [], log = logOfNetwork(name), ...given } = flags;
  if (svg !== undefined && !given.compare) throw new UsageError('--svg draws what --compare finds: add --compare.');
  const options = { ...given, network: name, history: [...historyOfNetwork(name), ...history], log };
  if (dryRun) {
    await showDryRun((signal) => dryRunNetwork({ ...options, signal }), networkWords(output), json, output);
    return;
  }
  await showNetwork((signal) => network({ ...options, signal }), { json, svg, layers, words }, output);
}

interface Shown {
  readonly json: boolean;
  readonly svg: string | undefined;
  /** Whether all layers are shown. */
  readonly layers: boolean;
  /** The command line, of which the next is made. */
  readonly words: readonly string[];
}

/**
 * Progress and summary of a run, or its events as JSON.
 *
 * @internal Its screens are tested with recorded events.
 */
export async function showNetwork(
  begin: (signal: AbortSignal) => AsyncIterable<NetworkEvent>,
  { json, svg, layers, words }: Shown,
  output: Output,
): Promise<void> {
  const progress = networkProgress(!json, output);
  // What fails in every batch, or for every layer, is said once.
  const note = onceEach(noteTo(output));
  const on = (event: NetworkEvent): void => {
    say(event, note, output);
    progress.on(event);
    if (json) output.stdout(JSON.stringify(event));
    else if (event.event === 'finish') output.stdout(renderNetwork(event, { isWhole: layers, words }, output));
    if (event.event !== 'finish') return;
    showComparison(event, { json, svg }, output);
    conclude(event);
  };
  await follow(output, { begin, on, cleanUp: progress.stop });
}

/** What a person has to know before waiting, and whatever is noted on the way. */
function say(event: NetworkEvent, note: OnNote, output: Output): void {
  if (event.event === 'note') note(event.layer === null ? event.text : `${event.layer}: ${event.text}`);
  if (event.event === 'model' && event.error !== null) note(noteOfFailedFit(event.error));
  if (event.event !== 'start') return;
  const { network: name, layers, target, trials, scheduler, explorer, asks_model, model, seed, log } = event;
  const count = `${plural(layers.length, 'layer')}, ${plural(trials, 'trial')}`;
  output.stderr(`${output.paintStderr.bold(name)}: ${count} on ${target}`);
  output.stderr(`${scheduler}, ${asks_model ? `${explorer} and ${model}` : explorer}, seed ${seed}, log ${log}`);
}

/** The comparison with ONNX Runtime, as a table and as a picture. */
function showComparison(
  { program }: NetworkEventNamed<'finish'>,
  { json, svg }: Pick<Shown, 'json' | 'svg'>,
  output: Output,
): void {
  const compared = program?.shapes.flatMap((shape) => shape.compared ?? []) ?? [];
  if (compared.length === 0) return;
  if (!json) output.stdout(`\n${renderComparison(compared, output.paint, output.columns)}`);
  if (svg !== undefined) write(svg, renderCompareChart(compared));
}

/** The exit code of a run, once everything is said and logged. */
function conclude({ reason, seconds, layers, log, program }: NetworkEventNamed<'finish'>): void {
  if (reason === 'interrupted') return;
  const wrong = program?.verified.filter(({ correct }) => !correct) ?? [];
  if (wrong.length > 0)
    throw new WorkError(`The network's outputs differ from those of ${wrong.map(({ folder }) => folder).join(', ')}.`);
  if (program) return;
  if (seconds !== null) return;
  const without = layers.filter((layer) => layer.seconds === null);
  const names = without.map(({ name }) => name).join(', ');
  const [failed] = without.filter(({ trials }) => trials > 0);
  if (!failed)
    throw new WorkError(
      `No times for ${names} in ${log} or the history: give more --trials, or --history with logs of this machine.`,
    );
  const trials = plural(failed.trials, 'trial');
  throw new WorkError(
    `No valid schedule found for ${names}; first failure of ${failed.name} in ${trials}: ${failed.first_failure ?? 'unknown'}`,
  );
}
