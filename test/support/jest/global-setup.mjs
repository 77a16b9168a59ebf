import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleSuites, root } from './bundle.mjs';

/** Before a run, and before each that `--watch` starts. Workers are started later and have this environment. */
export default async function setup() {
  process.env.TUNE_TEST_BUNDLES = await bundleSuites();
  // What tests compile is for them alone; CI keeps the folder that it names here beside the clone.
  process.env.TUNE_TEST_CACHE ??= join(root, 'node_modules/.cache/tune-tests');
  process.env.XDG_CACHE_HOME = process.env.TUNE_TEST_CACHE;
  process.env.TUNE_TEST_SKIPS = join(tmpdir(), `tune-skips-${process.pid}`);
  rmSync(process.env.TUNE_TEST_SKIPS, { force: true });
}
