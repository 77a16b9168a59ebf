import TestSequencer from '@jest/test-sequencer';

/** Seconds of work, about, by room and suite. Suites that are not listed take one or less. */
const seconds = {
  'action/action': 20,
  'cli/network': 20,
  'measure/cuda': 20,
  'cli/interrupts': 19,
  'api/retune': 18,
  'cli/tune': 17,
  'api/package': 16,
  'templates/contract-gpu-conv2d': 13,
  'features/registry': 15,
  'cpu/aarch64': 14,
  'cpu/matrices': 14,
  'templates/contract-conv2d': 14,
  'cli/network-model': 11,
  'model/contract': 10,
  'templates/contract-others': 10,
  'measure/tensor-cores': 10,
  'measure/cheats': 10,
  'cli/source': 11,
  'bench/search-command': 9,
  'cli/gpu': 9,
  'cli/modules': 9,
  'cli/simulate': 9,
  'gpu/run': 9,
  'cli/bench': 8,
  'cli/other-user': 8,
  'measure/cuda-hang': 8,
  'measure/faults': 8,
  'explorer/contract': 8,
  'templates/contract-gpu': 8,
  'templates/contract-sketches': 8,
  'bench/systems-command': 7,
  'cli/output': 7,
  'bench/shipped': 6,
  'cli/contract': 6,
  'cli/show': 5,
  'cli/wrong-kind': 5,
  'cpu/aarch64-types': 5,
  'isa/fixtures': 5,
  'isa/sets': 5,
  'isa/matrices': 3,
  'templates/contract-elements': 5,
  'examples/ci': 5,
  'export/install': 5,
  'export/library': 5,
  'measure/cuda-timing': 5,
  'model/library': 5,
  'api/best-for': 4,
  'api/tune': 4,
  'export/wrappers': 4,
  'fixtures/fused-layer': 4,
  'measure/isolation': 4,
  'templates/nvcc': 4,
  'bench/peers': 3,
  'bench/search': 3,
  'cli/log-convert': 3,
  'cli/log-tools': 3,
  'cli/program': 3,
  'cli/soak': 3,
  'contract/contract': 3,
  'export/cuda': 3,
  'measure/cuda-builder': 3,
  'measure/kernels': 3,
  'measure/pipelines': 3,
  'program/library': 3,
  'program/pairs': 3,
  'program/random': 3,
  'record/kill': 3,
  'record/merge': 3,
  'table/autotvm': 3,
  'templates/every-layout': 3,
  'templates/tolerance': 3,
  'fixtures/operator': 2,
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
