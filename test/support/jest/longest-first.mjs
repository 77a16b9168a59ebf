import TestSequencer from '@jest/test-sequencer';

/** Seconds of work, about, by room and suite. Suites that are not listed take one or less. */
const seconds = {
  'cli/tune': 18,
  'cli/network': 14,
  'templates/contract-gpu-conv2d': 13,
  'features/registry': 12,
  'measure/cuda': 12,
  'action/action': 11,
  'api/package': 11,
  'cli/network-model': 11,
  'cli/simulate': 11,
  'api/retune': 10,
  'cli/source': 10,
  'gpu/run': 9,
  'bench/search-command': 9,
  'cli/modules': 9,
  'cli/gpu': 8,
  'cli/other-user': 8,
  'templates/contract-gpu': 8,
  'bench/systems-command': 7,
  'cli/output': 7,
  'measure/tensor-cores': 7,
  'bench/shipped': 6,
  'cli/bench': 6,
  'cli/contract': 6,
  'measure/cuda-hang': 6,
  'cli/show': 5,
  'cli/wrong-kind': 5,
  'export/install': 5,
  'export/library': 5,
  'measure/cuda-timing': 5,
  'model/contract': 5,
  'api/best-for': 4,
  'api/tune': 4,
  'cpu/aarch64': 4,
  'examples/ci': 4,
  'export/wrappers': 4,
  'templates/contract-conv2d': 4,
  'templates/nvcc': 4,
  'bench/peers': 3,
  'bench/search': 3,
  'cli/log-convert': 3,
  'cli/log-tools': 3,
  'cli/program': 3,
  'cli/soak': 3,
  'contract/contract': 3,
  'explorer/contract': 3,
  'export/cuda': 3,
  'measure/cuda-builder': 3,
  'measure/faults': 3,
  'measure/pipelines': 3,
  'program/library': 3,
  'program/pairs': 3,
  'program/random': 3,
  'record/kill': 3,
  'record/merge': 3,
  'table/autotvm': 3,
  'templates/every-layout': 3,
  'templates/tolerance': 3,
};

/**
 * Starts long suites first, also in a fresh clone, where jest knows no times yet: one that starts last leaves a core
 * idle.
 */
export default class LongestFirst extends TestSequencer {
  /** Milliseconds: of the last run, or else what it takes elsewhere. */
  time(test) {
    const [, name] = /([^/]+\/[^/]+)\.test\.ts$/.exec(test.path) ?? [];
    return super.time(test) ?? 1000 * (seconds[name] ?? 1);
  }
}
