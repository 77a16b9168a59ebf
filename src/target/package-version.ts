import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.js';

/** The version of this package, `1.2.3`. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
