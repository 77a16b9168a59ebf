import type { Places } from '../../library/fixed-files.js';

/** The files of native/export/ in a library for CPUs. */
export const places: Places = {
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
  'node/index.d.ts': 'node-index.d.ts',
  'node/binding.gyp': 'binding.gyp',
  'node/package.json': 'node-package.json',
  Makefile: 'Makefile',
  'CMakeLists.txt': 'CMakeLists.txt',
  'NAME.pc.in': 'tunelib.pc.in',
};
