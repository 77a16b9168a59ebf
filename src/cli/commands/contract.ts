import { contract, type ContractOptions } from '../../api/contract.js';
import type { ContractCheck, ContractEvent, ContractFinish } from '../../catalogue/contract/events.js';
import { plural } from '../../target/format.js';
import { Exit } from '../errors.js';
import { follow } from '../interrupt.js';
import type { Output } from '../output.js';
import { wrapped } from '../render/wrapped.js';

/** Of `tune contract`. */
export interface ContractFlags extends Omit<ContractOptions, 'signal'> {
  readonly json?: true;
}

/** `tune contract FILE|TEMPLATE`. Exits with 1 when anything is not as a template promises. */
export async function contractCommand(what: string, flags: ContractFlags, output: Output): Promise<void> {
  const { json = false, ...options } = flags;
  await showContract((signal) => contract(what, { ...options, signal }), json, output);
}

/**
 * Failures as they are found and a last line, or the events as JSON.
 *
 * @internal Its screens are tested with recorded events.
 */
export async function showContract(
  begin: (signal: AbortSignal) => AsyncIterable<ContractEvent>,
  json: boolean,
  output: Output,
): Promise<void> {
  const said = new Map<string, number>();
  const on = (event: ContractEvent): void => {
    if (json) output.stdout(JSON.stringify(event));
    else show(event, said, output);
    if (event.event === 'finish' && !event.aborted && event.failed > 0) throw new Exit(1);
  };
  await follow(output, { begin, on, doing: 'Stopping after the kernel in flight' });
}

/** `said`: how often each mistake was found; the first place is shown. */
function show(event: ContractEvent, said: Map<string, number>, output: Output): void {
  const { paint } = output;
  switch (event.event) {
    case 'start':
      output.stderr(`${paint.bold(event.template)} on ${event.targets.join(', ')}, seed ${event.seed}`);
      break;
    case 'check': {
      if (event.ok) break;
      const mistake = mistakeOf(event);
      const times = (said.get(mistake) ?? 0) + 1;
      said.set(mistake, times);
      if (times === 1) output.stdout(wrapped(`${paint.red('✗')} ${mistake}${placeOf(event)}`, output.columns));
      break;
    }
    case 'finish':
      for (const [mistake, times] of said)
        if (times > 1) output.stdout(wrapped(`  ${mistake}: ${times - 1} more`, output.columns));
      output.stdout(renderFinish(event, output));
  }
}

/** `mine.rows, kernel: out[0, 3] is 1 but should be 2` */
function mistakeOf({ template, check, message }: ContractCheck): string {
  return `${template}, ${check}: ${message ?? 'failed'}`;
}

/** ` (7x13; llvm …; tile=8)` */
function placeOf({ workload, target, values }: ContractCheck): string {
  const knobs = Object.entries(values ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  const place = [workload, target, ...(knobs.length > 0 ? [knobs.join(' ')] : [])].filter((part) => part !== null);
  return place.length > 0 ? ` (${place.join('; ')})` : '';
}

function renderFinish({ templates, kernels, checks, failed, aborted }: ContractFinish, output: Output): string {
  const { paint } = output;
  const all = `${plural(templates, 'template')}, ${plural(checks, 'check')} (${plural(kernels, 'kernel')})`;
  const stopped = aborted ? ', stopped early' : '';
  return `${all}${stopped}: ${failed === 0 ? paint.green('all passed') : paint.red(`${failed} failed`)}`;
}
