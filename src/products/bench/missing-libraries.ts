import { installCommands } from './peer.js';
import type { Row } from './row.js';

/** Which libraries are not installed and how to get them, in one sentence; undefined when nothing is missing. */
export function missingLibraries(rows: readonly Pick<Row, 'leftOut'>[]): string | undefined {
  const missing = rows.flatMap(({ leftOut }) => leftOut).filter((one) => one.missing);
  if (missing.length === 0) return undefined;
  const names = [...new Set(missing.map(({ peer }) => peer.library))];
  const commands = installCommands(missing.map(({ peer }) => peer.program));
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${names.join(', ')} ${verb} not installed and left out; get ${them} with: ${commands.join(' && ')}`;
}
