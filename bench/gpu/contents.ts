import { existsSync, statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MissingError } from '../../src/target/errors.js';

/** One file or folder of the archive. */
export interface Item {
  /** On this machine. */
  readonly from: string;
  /** In the archive. */
  readonly to: string;
}

const packageSchema = z.object({ dev: z.boolean().default(false), optional: z.boolean().default(false) });
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

/**
 * Folders under node_modules that the program needs when it runs, from the text of package-lock.json: it does without
 * what is optional, as binaries of other platforms are.
 */
export function productionModules(lock: string): readonly string[] {
  const { packages } = lockSchema.parse(JSON.parse(lock));
  return Object.entries(packages).flatMap(([path, { dev, optional }]) =>
    path === '' || dev || optional ? [] : [path],
  );
}

/** What every Linux has; all of it belongs to the C library, whose parts must be of one version. */
const ofLibc = /^(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt)\.so/;

/**
 * The libraries that a program needs beyond the C library, from what ldd says. Throws MissingError for one that ldd
 * does not find.
 */
export function librariesOf(program: string, ldd: string): readonly string[] {
  return ldd.split('\n').flatMap((line) => {
    const [, name, path] = /^\s*(\S+) => (not found|\S+)/.exec(line) ?? [];
    if (name === undefined || path === undefined || ofLibc.test(name)) return [];
    if (path === 'not found')
      throw new MissingError(`${program} needs ${name}, which is not on this machine: install it.`);
    return [path];
  });
}

/** What of this package goes into the archive; all but the programs and their libraries. */
export function packageItems(root: string, modules: readonly string[]): readonly Item[] {
  const plain = [
    'package.json',
    'LICENSE',
    'bin/tune',
    'bin/package.json',
    'dist/bundle',
    'dist/src',
    'dist/bench',
    'native',
    'logs/shipped',
    'bench/gpu/peers.py',
    'bench/gpu/facts.py',
  ];
  const paths = [...plain, ...modules];
  return [
    ...paths.map((path) => ({ from: join(root, path), to: path })),
    { from: join(root, 'bench/gpu/run.sh'), to: 'run.sh' },
  ];
}

/** Maps lead from built files to sources, which stay behind. */
export function isNeeded(path: string): boolean {
  return !path.endsWith('.map');
}

/** Bytes of files and folders without what is not needed. Throws MissingError for one that is not there. */
export function bytesOf(items: readonly Item[]): number {
  return items.reduce((sum, { from }) => {
    if (!existsSync(from))
      throw new MissingError(`${from} is not there: run \`sh bin/setup\`, which installs and builds.`);
    return sum + bytesUnder(from);
  }, 0);
}

function bytesUnder(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return isNeeded(path) ? stat.size : 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0);
}
