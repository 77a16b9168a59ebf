import { visible } from '../../target/visible.js';
import type { Output } from '../output.js';

/**
 * Says something in a way that GitHub shows beside a run of its actions (workflow commands, docs.github.com); nothing
 * elsewhere. On stderr, which runners read as well, so that data on stdout stays data.
 */
export function annotate(level: 'error' | 'warning' | 'notice', message: string, output: Output): void {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return;
  output.stderr(`::${level} title=tune::${escaped(message)}`);
}

function escaped(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
