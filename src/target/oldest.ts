import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.js';

/**
 * The oldest versions that will do, as numbers and dots: `{ node: '20.19', gcc: '12', clang: '16' }`. package.json
 * holds them, where bin/tune and bin/setup read them, too.
 */
export function oldestVersions(): { readonly node: string; readonly gcc: string; readonly clang: string } {
  const { engines, compilers } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string };
    compilers: { gcc: string; clang: string };
  };
  const plain = (range: string): string => range.replace('>=', '');
  return { node: plain(engines.node), gcc: plain(compilers.gcc), clang: plain(compilers.clang) };
}

/** Whether a version, `v20.19.1` or `12`, is another one, `20.19`, or newer. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = wanted.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
