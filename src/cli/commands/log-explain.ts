import { logExplain } from '../../api/log-explain.js';
import type { ExplainFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderLogExplain } from '../render/log-explain.js';

/** `tune log explain WORKLOAD LOG...`. */
export async function logExplainCommand(
  workload: string,
  logs: readonly string[],
  { target, template = [], json }: ExplainFlags,
  output: Output,
): Promise<void> {
  const options = { modules: template, onNote: noteTo(output), ...(target !== undefined && { target }) };
  const explained = await logExplain(workload, logs, options);
  output.stdout(json ? JSON.stringify(explained, null, 2) : renderLogExplain(explained, output));
}
