import TestSequencer from '@jest/test-sequencer';
import { relative } from 'node:path';

/** Seconds of work, about. Suites that are not listed take one or less. */
const seconds = {
  'cli/tune': 18,
  'cli/source': 7,
  'measure/source': 4,
  'templates/contract-gpu-conv2d': 17,
  'templates/contract-gpu': 14,
  'measure/cuda': 13,
  'features/registry': 12,
  'action/action': 11,
  'api/package': 10,
  'cli/bench': 9,
  'export/library': 9,
  'export/wrappers': 5,
  'export/cuda': 5,
  'templates/contract-conv2d': 8,
  'measure/tensor-cores': 7,
  'backend/cpu/aarch64': 7,
  'api/tune': 6,
  'cli/gpu': 6,
  'bench/shipped': 5,
  'bench/gpu/run': 5,
  'bench/search-command': 5,
  'templates/contract-others': 5,
  'cli/simulate': 5,
  'cli/wrong-kind': 4,
  'examples/ci': 4,
  'model/library': 4,
  'cli/modules': 4,
  'cli/contract': 4,
  'contract/contract': 4,
  'templates/nvcc': 4,
  'measure/isolation': 4,
  'measure/faults': 3,
  'measure/pipelines': 3,
  'measure/native': 3,
  'cli/soak': 3,
  'explorer/guided': 3,
  'explorer/contract': 3,
  'bench/peers': 3,
  'model/contract': 3,
  'api/bench': 2,
  'record/log': 2,
  'templates/every-layout': 2,
  'cli/program': 2,
  'measure/kernels': 2,
  'measure/elements': 2,
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
