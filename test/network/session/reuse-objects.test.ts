import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reuseObjects } from '../../../src/network/session/reuse-objects.js';
import { ownFolder } from '../../products/export/fixtures.js';

const folder = ownFolder();

function write(library: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, library, path)), { recursive: true });
    writeFileSync(join(folder, library, path), text);
  }
  return join(folder, library);
}

test('objects of kernels are taken over where source and flags are the same', () => {
  const sources = (changed: string) => ({
    'src/kernels/net_1_pool.c': 'int same;',
    'src/kernels/net_2_pool.c': changed,
    'src/kernels/net_3_pool.c': 'int other_flags;',
  });
  const flags = (third: string): string =>
    `KERNEL_NAMES = net_1_pool \\\n  net_3_pool\nFLAGS_gcc_net_1_pool = -O2\nFLAGS_gcc_net_3_pool = ${third}\n`;
  const objects = [1, 2, 3].map((i) => [`build/kernels/net_${i}_pool.o`, `object ${i}`] as const);
  const before = write('before', {
    ...{ 'kernels.mk': flags('-O2'), ...sources('int old;') },
    ...Object.fromEntries<string>(objects),
  });
  const own = { ...sources('int changed;'), 'src/kernels/net_4_pool.c': 'int added;', 'kernels.mk': flags('-O3') };
  const after = write('after', own);
  reuseObjects(after, before, Object.keys(own));
  const found = [1, 2, 3, 4].map((i) => existsSync(join(after, `build/kernels/net_${i}_pool.o`)));
  expect(found).toEqual([true, false, false, false]);
  expect(readFileSync(join(after, 'build/kernels/net_1_pool.o'), 'utf8')).toBe('object 1');
});
