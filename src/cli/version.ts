import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../target/root.js';

/** What asks for the version, in commander's order. */
export const versionFlags: readonly string[] = ['-V', '--version'];

/** The version of this package, `1.2.3`. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
