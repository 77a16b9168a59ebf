import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What outlives a run, $XDG_CACHE_HOME/tune or ~/.cache/tune, or a folder in it; undefined when there can be none. */
export function cacheFolder(...inside: readonly string[]): string | undefined {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(base, 'tune', ...inside);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    return undefined;
  }
}
