import { historyOfNetwork, logOfNetwork } from '../../network/session/network-files.js';
import { dryRunNetwork } from '../../api/dry-run-network.js';
import { network } from '../../api/network.js';
import type { NetworkOptions } from '../../network/session/network-options.js';
import { onceEach, type OnNote } from '../../log/read-logs.js';
import type { NetworkDryRunEvent } from '../../tuner/dry-run-events.js';
import type { NetworkEvent, NetworkEventNamed } from '../../network/schedule/events.js';
import { WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { noteOfFailedFit } from '../../tuner/events.js';
import { Exit } from '../errors.js';
import type { NetworkFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { write } from '../files.js';
import { renderCompareChart } from '../render/compare-chart.js';
import { renderComparison } from '../render/compare-text.js';
import { networkBar, networkLines } from '../render/network-progress.js';
import { renderNetwork } from '../render/network-summary.js';
import { searchOptionsOf } from '../search-flags.js';
import { showDryRun } from './dry-run.js';
import { networkWords } from './network-dry-run.js';

/** `tune network NAME|FILE`. */
export async function networkCommand(name: string, flags: NetworkFlags, output: Output): Promise<void> {
  const { json = false } = flags;
  if (flags.dryRun) {
    const begin = (signal: AbortSignal): AsyncIterable<NetworkDryRunEvent> =>
      dryRunNetwork({ ...optionsOf(name, flags), signal });
    await showDryRun(begin, networkWords(output), json, output);
    return;
  }
  const progress =
    output.interactive && !json
      ? networkBar()
      : networkLines(!json, (line) => {
          output.stderr(line);
        });
  const interrupt = catchInterrupts(output, () => {
    progress.stop();
  });
  // What fails in every batch, or for every layer, is said once.
  const note = onceEach(noteTo(output));
  try {
    for await (const event of network({ ...optionsOf(name, flags), signal: interrupt.signal })) {
      say(event, note, output);
      progress.on(event);
      if (json) output.stdout(JSON.stringify(event));
      else if (event.event === 'finish') output.stdout(renderNetwork(event, output.paint, output.columns));
      if (event.event === 'finish') showComparison(event, flags, output);
      if (event.event === 'finish') conclude(event, interrupt.silent);
    }
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** What the command line says, as the library takes it. */
function optionsOf(name: string, flags: NetworkFlags): NetworkOptions {
  const { target, threads, trials, minutes, earlyStop, scheduler, alone = false, seed, log } = flags;
  const { template, shape, out, name: library, force, verify, without, compare, tolerance } = flags;
  return {
    network: name,
    target,
    ...(threads !== undefined && { threads }),
    template: template.split(','),
    ...(trials !== undefined && { trials }),
    ...(minutes !== undefined && { minutes }),
    ...(earlyStop !== undefined && { earlyStop }),
    scheduler,
    alone,
    ...searchOptionsOf(flags),
    ...(seed !== undefined && { seed }),
    history: [...historyOfNetwork(name), ...(flags.history ?? [])],
    log: log ?? logOfNetwork(name),
    ...(shape && { shape }),
    ...(out !== undefined && { out }),
    ...(library !== undefined && { name: library }),
    ...(force && { force }),
    ...(verify !== undefined && { verify }),
    ...(without && { without }),
    ...(compare && { compare }),
    ...(tolerance !== undefined && { tolerance }),
  };
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
function showComparison({ program }: NetworkEventNamed<'finish'>, { json, svg }: NetworkFlags, output: Output): void {
  const compared = program?.compared;
  if (!compared) return;
  if (!json) output.stdout(`\n${renderComparison([compared], output.paint, output.columns)}`);
  if (svg !== undefined) write(svg, renderCompareChart([compared]));
}

/** The exit code of a run, once everything is said and logged. */
function conclude({ reason, seconds, layers, log, program }: NetworkEventNamed<'finish'>, silent: boolean): void {
  if (reason === 'interrupted') throw new Exit(silent ? 0 : 130);
  const wrong = program?.verified.filter(({ correct }) => !correct) ?? [];
  if (wrong.length > 0)
    throw new WorkError(
      `The network does not answer as ${wrong.map(({ folder }) => folder).join(', ')} ${wrong.length === 1 ? 'says' : 'say'}.`,
    );
  if (program) return;
  if (seconds !== null) return;
  const without = layers.filter((layer) => layer.seconds === null);
  const names = without.map(({ name }) => name).join(', ');
  const [failed] = without.filter(({ trials }) => trials > 0);
  if (!failed)
    throw new WorkError(
      `Nothing was measured of ${names}, neither in ${log} nor in the history: give more --trials, or logs of this machine by --history.`,
    );
  const trials = plural(failed.trials, 'trial');
  throw new WorkError(
    `No valid schedule was found of ${names}; the first failure of ${failed.name}, in ${trials}: ${failed.first_failure ?? 'none was told'}`,
  );
}
