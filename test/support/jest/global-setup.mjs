import { bundleSuites } from './bundle.mjs';

/** Before a run, and before each that `--watch` starts. Workers are started later and find the folder. */
export default async function setup() {
  process.env.TUNE_TEST_BUNDLES = await bundleSuites();
}
