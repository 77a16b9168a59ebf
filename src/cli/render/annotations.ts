import { visible, withoutCommands } from '../../target/visible.js';
import { isGitHub, type Output } from '../output.js';

/**
 * Says something in a way that GitHub shows beside a run of its actions (workflow commands, docs.github.com); nothing
 * elsewhere. On stderr, which runners read as well, so that data on stdout stays data.
 */
export function annotate(level: 'error' | 'warning' | 'notice', message: string, output: Output): void {
  if (isGitHub()) output.stderr(`::${level} title=tune::${escaped(message)}`, 'command');
}

function escaped(text: string): string {
  return withoutCommands(visible(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
