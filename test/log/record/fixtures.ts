import type { TuneRecord } from '../../../src/log/record/record.js';

/** A line that AutoTVM (TVM 0.10) wrote for a CPU. */
export const x86Line =
  '{"input": ["llvm -keys=cpu ", "conv2d_NCHWc.x86", [["TENSOR", [1, 3, 224, 224], "float32"], ["TENSOR", [64, 3, 7, 7], "float32"], [2, 2], [3, 3, 3, 3], [1, 1], "NCHW", "NCHW", "float32"], {}], "config": {"index": 172, "code_hash": null, "entity": [["tile_ic", "sp", [-1, 1]], ["tile_oc", "sp", [-1, 4]], ["tile_ow", "sp", [-1, 1]], ["unroll_kw", "ot", false]]}, "result": [[0.0045656413], 0, 0.5309267044067383, 1676344759.520081], "version": 0.2, "tvm_version": "0.10.0"}';

/** A line of TopHub's cuda_v0.10. */
export const cudaLine =
  '{"input": ["cuda -model=1080ti", "conv2d_nchw.cuda", [["TENSOR", [1, 2048, 7, 7], "float32"], ["TENSOR", [512, 2048, 1, 1], "float32"], [1, 1], [0, 0, 0, 0], [1, 1], "float32"], {}], "config": {"index": 184840, "code_hash": null, "entity": [["tile_f", "sp", [16, 1, 32, 1]], ["tile_y", "sp", [7, 1, 1, 1]], ["tile_x", "sp", [1, 1, 7, 1]], ["tile_rc", "sp", [128, 16]], ["tile_rx", "sp", [1, 1]], ["tile_ry", "sp", [1, 1]], ["auto_unroll_max_step", "ot", 512], ["unroll_explicit", "ot", 1]]}, "result": [[8.870914716312056e-05], 0, 1.8239610195159912, 1535340502.6141953], "version": 0.2, "tvm_version": "0.7.dev0"}';

/** A trial that ran out of time, and the entities of an Arm template, as AutoTVM writes them. */
export const failedLine =
  '{"input": ["llvm -target=aarch64-linux-gnu", "conv2d_nchw_spatial_pack.arm_cpu", [["TENSOR", [1, 768, 7, 7], "float32"]], {}], "config": {"index": 7, "code_hash": "1f", "entity": [["reorder_0", "re", [0, 1, 2, 3, 4, 5, 6, 9, 7, 8]], ["ann_reduce", "an", ["none", "unroll"]], ["ann_spatial", "an", ["unroll", "none", "vec"]]]}, "result": [[1000000000.0], 7, 150, 1587243236.4542387], "version": 0.2, "tvm_version": "0.7.dev1"}';

/** A record as another program's log gives it: without the key tune. */
export const bareRecord: TuneRecord = {
  target: 'llvm -mcpu=x86-64-v4 -threads=2',
  task: 'matmul.blocked',
  args: [['TENSOR', [512, 512], 'float32'], ['TENSOR', [512, 512], 'float32'], null, true, 'float32'],
  index: 41,
  entity: [
    ['tile_m', 'sp', [-1, 8, 6]],
    ['order', 're', [1, 0]],
    ['ann', 'an', ['none', 'vec']],
    ['unroll', 'ot', 16],
    ['layout', 'ot', 'packed'],
    ['pack', 'ot', true],
  ],
  costs: [0.0021, 0.0022, 0.0021],
  error: 0,
  allCost: 0.25,
  timestamp: 1676344759.52,
};

/** One of our own records, with everything that it may hold. */
export const ownRecord: TuneRecord = {
  ...bareRecord,
  tune: {
    operator: 'matmul',
    workload: 'gemm.512',
    templateVersion: 3,
    repeats: [0.0021, 0.0022, 0.0021],
    spent: { compile: 0.05, check: 0.01, run: 0.1 },
    maxRelError: 1e-6,
    packSeconds: 0.001,
    fingerprint: 'EPYC 9B14, 2 cores',
    compiler: 'gcc 12.2.0',
    flags: ['-O2', '-march=x86-64-v4'],
    sourceHash: 'abc',
    seed: 7,
    phase: 'search',
    run: '0badcafe',
    explorer: 'sa',
    proposal: { batch: 2, seconds: 0.0021, score: -0.25 },
    module: { file: 'mine.js', sha256: '0123456789abcdef'.repeat(4) },
  },
};

export const failedRecord: TuneRecord = {
  ...ownRecord,
  index: 42,
  costs: [],
  error: 4,
  tune: { ...ownRecord.tune, repeats: [], message: 'the kernel died of SIGSEGV' },
};
