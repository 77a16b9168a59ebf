import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ownKernels } from '../../../../src/backend/own-kernels.js';
import { manifestSchema } from '../../../../src/products/retune/manifest.js';
import { planWork } from '../../../../src/products/retune/plan.js';

test('the manifest of docs/guide/retune.md is all layers of ResNet-18, each of which its history has', () => {
  const [, text] = /```yaml\n([^]*?)```/.exec(readFileSync('docs/guide/retune.md', 'utf8'))!;
  const manifest = manifestSchema.parse(parse(text!));
  const work = planWork(manifest, ownKernels, (path, what) => {
    throw new Error(`${path.join('.')}: ${what}`);
  });
  const names = work.map(({ workload }) => workload.name).filter((name) => name.startsWith('resnet18.'));
  expect(names).toHaveLength(12);
  const history = manifest.history.map((path) => brotliDecompressSync(readFileSync(join('docs', path))).toString());
  expect(names.filter((name) => !history.some((log) => log.includes(`"workload":"${name}"`)))).toEqual([]);
});
