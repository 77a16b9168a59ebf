import TestSequencer from '@jest/test-sequencer';
import { relative } from 'node:path';

/** Seconds of work, about. Suites that are not listed take one or less. */
const seconds = {
  'templates/contract-gpu-conv2d': 25,
  'templates/contract-gpu': 24,
  'cli/tune': 20,
  'features/registry': 16,
  'measure/cuda': 11,
  'templates/nvcc': 9,
  'templates/contract-others': 8,
  'templates/contract-conv2d': 8,
  'measure/tensor-cores': 8,
  'cli/gpu': 8,
  'cli/bench': 8,
  'contract/contract': 7,
  'cli/contract': 6,
  'bench/gpu/run': 6,
  'explorer/contract': 5,
  'bench/shipped': 5,
  'cli/simulate': 4,
  'bench/search-command': 4,
  'measure/pipelines': 3,
  'measure/native': 3,
  'explorer/guided': 3,
  'model/contract': 3,
  'measure/faults': 3,
  'cli/program': 2,
  'bench/gpu/code': 2,
  'bench/gpu/spaces': 2,
};

/**
 * Starts long suites first, also in a fresh clone, where jest knows no times yet: one that starts last leaves a core
 * idle.
 */
export default class LongestFirst extends TestSequencer {
  /** Milliseconds: of the last run, or else what it takes elsewhere. */
  time(test) {
    const name = relative('test', test.path).replace(/\.test\.ts$/, '');
    return super.time(test) ?? 1000 * (seconds[name] ?? 1);
  }
}
