import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const KERNELS = 'src/kernels/';
const FLAGS = 'kernels.mk';

/**
 * Copies objects of kernels from a library that was built before into one that was just written, where source and flags
 * are the same: make takes them for newer than their sources.
 */
export function reuseObjects(folder: string, before: string, paths: Iterable<string>): void {
  const [flags, flagsBefore] = [folder, before].map((one) => readFileSync(join(one, FLAGS), 'utf8').split('\n'));
  for (const path of paths) {
    if (!path.startsWith(KERNELS) || !existsSync(join(before, path))) continue;
    const name = basename(path, '.c');
    const linesOf = (all: readonly string[]): string => all.filter((line) => line.includes(`_${name} = `)).join('\n');
    const isSame = readFileSync(join(folder, path)).equals(readFileSync(join(before, path)));
    const object = join('build', 'kernels', `${name}.o`);
    if (!isSame || linesOf(flags!) !== linesOf(flagsBefore!) || !existsSync(join(before, object))) continue;
    mkdirSync(dirname(join(folder, object)), { recursive: true });
    copyFileSync(join(before, object), join(folder, object));
  }
}
