import type { CardHead } from './messages.js';

/** `rpi5-1 (0.0.9), rpi5-2 (0.0.9)`. */
export function otherVersions(others: readonly CardHead[]): string {
  return others.map(({ name, version }) => `${name} (${version})`).join(', ');
}
