import { contract, type ContractOptions } from '../../api/contract.js';
import type { ContractCheck, ContractEvent, ContractFinish } from '../../catalogue/contract/events.js';
import { plural } from '../../target/format.js';
import { Exit } from '../errors.js';
import { follow } from '../interrupt.js';
import type { Output } from '../output.js';

/** Of `tune contract`. */
export interface ContractFlags extends Omit<ContractOptions, 'signal'> {
  readonly json?: true;
}

/** `tune contract FILE|TEMPLATE`. Exits with 1 when anything is not as a template promises. */
export async function contractCommand(what: string, flags: ContractFlags, output: Output): Promise<void> {
  const { json, ...options } = flags;
  const on = (event: ContractEvent): void => {
    if (json) output.stdout(JSON.stringify(event));
    else tell(event, output);
    if (event.event === 'finish' && !event.aborted && event.failed > 0) throw new Exit(1);
  };
  const begin = (signal: AbortSignal): AsyncIterable<ContractEvent> => contract(what, { ...options, signal });
  await follow(output, { begin, on, doing: 'Stopping after the kernel in flight' });
}

function tell(event: ContractEvent, output: Output): void {
  const { paint } = output;
  switch (event.event) {
    case 'start':
      output.stderr(`${paint.bold(event.template)} on ${event.targets.join(', ')}, seed ${event.seed}`);
      break;
    case 'check':
      if (!event.ok) output.stdout(renderFailure(event, output));
      break;
    case 'finish':
      output.stdout(renderFinish(event, output));
  }
}

/** `✗ mine.rows kernel: 7x13, llvm …, tile=8: out[0, 3] is 1 but should be 2`. */
function renderFailure({ template, check, workload, target, values, message }: ContractCheck, output: Output): string {
  const knobs = Object.entries(values ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  const place = [workload, target, ...(knobs.length > 0 ? [knobs.join(' ')] : [])].filter((part) => part !== null);
  const where = place.length > 0 ? ` (${place.join('; ')})` : '';
  return `${output.paint.red('✗')} ${template}, ${check}: ${message ?? 'failed'}${where}`;
}

function renderFinish({ templates, kernels, checks, failed, aborted }: ContractFinish, output: Output): string {
  const { paint } = output;
  const all = `${plural(templates, 'template')}, ${plural(checks, 'check')}, ${plural(kernels, 'kernel')} of them`;
  const stopped = aborted ? ' before it was stopped' : '';
  return `${all}${stopped}: ${failed === 0 ? paint.green('all as promised') : paint.red(`${failed} failed`)}`;
}
