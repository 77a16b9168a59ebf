/** The files of a library that are the same in all of them, but for its name: those of native/export/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../target/root.js';

/** By their place in the library; NAME stands for the library's. */
const places: Readonly<Record<string, string>> = {
  'include/NAME.h': 'tunelib.h',
  'src/plain.h': 'plain.h',
  'src/table.h': 'table.h',
  'src/dispatch.c': 'dispatch.c',
  'src/epilogue.c': 'epilogue.c',
  'src/product.c': 'product.c',
  'src/conv2d.c': 'conv2d.c',
  'test/random.h': 'random.h',
  'test/test.c': 'test.c',
  'test/bench.c': 'bench.c',
  'python/NAME.py': 'wrapper.py',
  'node/addon.c': 'addon.c',
  'node/index.js': 'node-index.js',
  'node/binding.gyp': 'binding.gyp',
  'node/package.json': 'node-package.json',
  Makefile: 'Makefile',
  'CMakeLists.txt': 'CMakeLists.txt',
  'NAME.pc.in': 'tunelib.pc.in',
};

/** Names of C begin with the library's where they begin with `tunelib` in native/export/. */
function renamed(text: string, name: string): string {
  return text.replaceAll('tunelib', name).replaceAll('TUNELIB', name.toUpperCase());
}

export function fixedFiles(name: string): ReadonlyMap<string, string> {
  const folder = join(packageRoot(), 'native', 'export');
  return new Map(
    Object.entries(places).map(([place, file]) => [
      place.replace('NAME', name),
      renamed(readFileSync(join(folder, file), 'utf8'), name),
    ]),
  );
}
