import TestSequencer from '@jest/test-sequencer';
import { relative } from 'node:path';

/** Seconds of work, about. Suites that are not listed take one or less. */
const seconds = {
  'cli/tune': 24,
  'measure/cuda': 19,
  'cli/bench': 16,
  'cli/network': 14,
  'features/registry': 14,
  'bench/gpu/run': 12,
  'templates/contract-conv2d': 11,
  'templates/contract-gpu-conv2d': 10,
  'bench/systems-command': 9,
  'action/action': 9,
  'api/package': 8,
  'templates/contract-gpu': 7,
  'measure/cuda-hang': 7,
  'cli/other-user': 7,
  'cli/gpu': 7,
  'bench/shipped': 7,
  'measure/faults': 6,
  'cli/source': 6,
  'api/retune': 6,
  'templates/contract-others': 5,
  'measure/tensor-cores': 5,
  'measure/cuda-timing': 5,
  'contract/contract': 5,
  'cli/simulate': 5,
  'cli/modules': 5,
  'cli/contract': 5,
  'bench/peers': 5,
  'backend/cpu/aarch64': 5,
  'export/install': 4,
  'cli/output': 4,
  'bench/search-command': 4,
  'api/tune': 4,
  'templates/tolerance': 3,
  'templates/nvcc': 3,
  'model/library': 3,
  'model/contract': 3,
  'graph/simplify': 3,
  'export/library': 3,
  'explorer/guided': 3,
  'explorer/contract': 3,
  'examples/ci': 3,
  'cli/show': 3,
  'table/autotvm': 2,
  'record/mutated-logs': 2,
  'record/merge': 2,
  'record/log': 2,
  'measure/pipelines': 2,
  'measure/kernels': 2,
  'measure/isolation': 2,
  'measure/elements': 2,
  'measure/cuda-host': 2,
  'export/cuda': 2,
  'export/cpus': 2,
  'cli/wrong-kind': 2,
  'cli/soak': 2,
  'cli/program': 2,
  'cli/log-convert': 2,
  'bench/search': 2,
  'api/read-yaml': 2,
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
