import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../target/make-folder.js';

/** What outlives a run, $XDG_CACHE_HOME/tune or ~/.cache/tune, or a folder in it; undefined when there can be none. */
export function cacheFolder(...inside: readonly string[]): string | undefined {
  try {
    const base = cacheHome();
    if (!isAbsolute(base)) return undefined;
    const folder = join(base, 'tune', ...inside);
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * By the XDG Base Directory Specification, where an empty or a relative path counts for nothing. Throws where nobody
 * knows a home: without HOME, and without an entry for the user.
 */
function cacheHome(): string {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(named) ? named : join(homedir(), '.cache');
}
