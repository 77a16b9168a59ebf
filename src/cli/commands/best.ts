import { best } from '../../api/best.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderBest } from '../render/best.js';

/** `tune best LOG...`. */
export async function bestCommand(logs: readonly string[], flags: LogFlags, output: Output): Promise<void> {
  const rows = await best(logs, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(rows, null, 2) : renderBest(rows, output));
}
