import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { findOperator } from '../../src/operator/registry.js';
import { generate } from '../../src/backend/generate.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Target } from '../../src/target/target.js';
import { swizzledKernel } from '../support/swizzled.js';
import { amx, avx2, avx512, avx512vnni, sm90, withThreads } from '../support/targets.js';
import { reference } from '../../src/backend/cpu/reference.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'golden');

/**
 * Generated code as it was reviewed. To accept a change: `GOLDEN=write npm test -- test/codegen`, then read the diff.
 */
function compare(name: string, { language, source }: DeviceKernel): void {
  const path = join(folder, `${name}.${language === 'c' ? 'c' : 'cu'}`);
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, source);
  expect(existsSync(path)).toBe(true);
  expect(source).toBe(readFileSync(path, 'utf8'));
}

interface Golden {
  readonly name: string;
  readonly template: string;
  readonly target: Target;
  readonly shape: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number | string | boolean | readonly number[]>>;
}

const block = {
  ...{ lanes: 16, pack_a: 'none', pack_b: 'block', order: 'nkm', inner: 'm' },
  ...{ prefetch_c: false, prefetch_b: 0, unroll_k: 1, threads: 'none' },
};
const conv = { layout: 'given', order: 'ic_kh_kw', unroll_kw: false, outer: 'oc' };
const depthwise = { lanes: 16, unroll_kh: true, parallel: 'none' };
const simt = {
  ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 2, block_k: 8 },
  ...{ vector_a: 4, vector_b: 4, pad: 4, unroll_k: 4, order: 'mn', buffers: 1, split_k: 1 },
};
const mma = {
  ...{ warps_m: 2, warps_n: 2, tile_m: 1, tile_n: 2, block_k: 32, vector_a: 8, vector_b: 8, pad: 16 },
  ...{ unroll_k: 2, order: 'mn', buffers: 1, split_k: 1 },
};
const goldens: readonly Golden[] = [
  {
    name: 'matmul-simt',
    template: 'matmul.simt',
    target: sm90,
    shape: { m: '128', n: '128', k: '64' },
    values: simt,
  },
  {
    name: 'dense-simt-ahead',
    template: 'dense.simt',
    target: sm90,
    shape: { m: '50', n: '64', k: '68', epilogue: 'bias,relu' },
    values: { ...simt, vector_a: 1, vector_b: 1, vthread_n: 1, buffers: 2 },
  },
  {
    name: 'matmul-simt-pipeline',
    template: 'matmul.simt',
    target: sm90,
    shape: { m: '64', n: '64', k: '70', transA: 'true', transB: 'false' },
    values: { ...simt, vthread_n: 1, buffers: 3, split_k: 1 },
  },
  {
    name: 'batch-matmul-simt-edges-split-sum',
    template: 'batch_matmul.simt',
    target: sm90,
    shape: { batch: '3', m: '33', n: '70', k: '133', transA: 'true', transB: 'false', epilogue: 'bias,relu' },
    values: { ...simt, vector_a: 1, vector_b: 2, tile_m: 2, vthread_m: 2, pad: 0, order: 'nm', split_k: 2 },
  },
  {
    name: 'matmul-simt-float16',
    template: 'matmul.simt',
    target: sm90,
    shape: { m: '128', n: '128', k: '64', dtype: 'float16', epilogue: 'bias,relu' },
    values: { ...simt, vector_a: 8, vector_b: 8, tile_n: 8, pad: 8 },
  },
  {
    name: 'dense-simt-ahead-bfloat16',
    template: 'dense.simt',
    target: sm90,
    shape: { m: '50', n: '63', k: '68', dtype: 'bfloat16', epilogue: 'add' },
    values: { ...simt, vector_a: 4, vector_b: 2, tile_m: 2, pad: 0, buffers: 2 },
  },
  {
    name: 'matmul-mma-bfloat16-edges',
    template: 'matmul.mma',
    target: sm90,
    shape: { m: '50', n: '70', k: '100', transB: 'false', dtype: 'bfloat16', epilogue: 'bias,relu' },
    values: { ...mma, vector_a: 4, vector_b: 2, buffers: 3 },
  },
  {
    name: 'matmul-mma-tfloat32-turned',
    template: 'matmul.mma',
    target: sm90,
    shape: { m: '48', n: '64', k: '40', transA: 'true', transB: 'true', dtype: 'tfloat32' },
    values: { ...mma, block_k: 16, vector_a: 4, vector_b: 4, pad: 0, unroll_k: 1, order: 'nm', operands: 'given' },
  },
  {
    name: 'conv2d-mma-float16',
    template: 'conv2d.mma',
    target: sm90,
    shape: {
      ...{ batch: '2', inChannels: '8', height: '13', width: '11', outChannels: '32', kernel: '3' },
      ...{ stride: '2', pad: '1', layout: 'NHWC', dtype: 'float16', epilogue: 'bias,relu' },
    },
    values: { ...mma, warps_n: 1, buffers: 2, weights: 'turned' },
  },
  {
    name: 'matmul-wgmma-float16',
    template: 'matmul.wgmma',
    target: sm90,
    shape: { m: '100', n: '96', k: '64', transB: 'false', dtype: 'float16' },
    values: {
      ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 64, block_k: 32, swizzle: 64, copies: 'threads' },
      ...{ order: 'mn', buffers: 2, lag: 0, split_k: 1 },
    },
  },
  {
    name: 'matmul-wgmma-tfloat32-turned',
    template: 'matmul.wgmma',
    target: sm90,
    shape: { m: '70', n: '44', k: '64', transB: 'false', dtype: 'tfloat32' },
    values: {
      ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 32, block_k: 32, swizzle: 64, copies: 'boxes' },
      ...{ order: 'mn', buffers: 2, lag: 0, split_k: 1, operands: 'turned' },
    },
  },
  {
    name: 'matmul-wgmma-boxes',
    template: 'matmul.wgmma',
    target: sm90,
    shape: { m: '100', n: '96', k: '160', transB: 'false', dtype: 'bfloat16' },
    values: {
      ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 64, block_k: 64, swizzle: 128, copies: 'boxes' },
      ...{ order: 'mn', buffers: 3, lag: 1, split_k: 1 },
    },
  },
  {
    name: 'matmul-blocked-tails',
    template: 'matmul.blocked',
    target: avx512,
    shape: { m: '33', n: '70', k: '133', epilogue: 'bias,relu' },
    values: { ...block, tile_m: 4, tile_n: 2, block_m: 33, block_n: 70, block_k: 67 },
  },
  {
    name: 'matmul-blocked-packed-threads',
    template: 'matmul.blocked',
    target: withThreads(avx2, 2),
    shape: { m: '150', n: '64', k: '128' },
    values: {
      ...{ ...block, lanes: 8, tile_m: 4, tile_n: 2, block_m: 75, block_n: 64, block_k: 64 },
      ...{ pack_a: 'panels', pack_b: 'whole', order: 'mkn', threads: '2x1' },
    },
  },
  {
    name: 'dense-blocked-next-panel',
    template: 'dense.blocked',
    target: avx512,
    shape: { m: '18', n: '96', k: '128' },
    values: { ...block, tile_m: 6, tile_n: 2, block_m: 18, block_n: 96, block_k: 64, pack_b: 'ahead' },
  },
  {
    name: 'dense-blocked-matrices',
    template: 'dense.blocked',
    target: amx,
    shape: { m: '33', n: '17', k: '72', dtype: 'int8', epilogue: 'bias,relu' },
    values: { ...block, tile_m: 16, tile_n: 1, block_m: 33, block_n: 17, block_k: 72, pack_b: 'ahead' },
  },
  {
    name: 'batch-matmul-blocked-streams',
    template: 'batch_matmul.blocked',
    target: withThreads(avx512, 2),
    shape: { batch: '3', m: '7', n: '96', k: '40', transA: 'true', transB: 'false' },
    values: {
      ...{ ...block, tile_m: 7, tile_n: 3, block_m: 7, block_n: 96, block_k: 20 },
      ...{ pack_b: 'none', prefetch_c: true, prefetch_b: 8, unroll_k: 4, threads: '1x2' },
    },
  },
  {
    name: 'conv2d-simt-border',
    template: 'conv2d.simt',
    target: sm90,
    shape: { inChannels: '8', height: '14', width: '15', outChannels: '24', kernel: '3', stride: '2', pad: '1' },
    values: {
      ...{ tile_f: [-1, 1, 8, 2], tile_y: [-1, 2, 2, 1], tile_x: [-1, 1, 4, 2] },
      ...{ tile_rc: [-1, 4], tile_ry: [-1, 3], tile_rx: [-1, 3], auto_unroll_max_step: 512, unroll_explicit: 1 },
      ...{ vector_data: 1, vector_weights: 1, buffers: 1, pad: 0 },
    },
  },
  {
    name: 'conv2d-simt-ahead-vectors',
    template: 'conv2d.simt',
    target: sm90,
    shape: {
      ...{ inChannels: '8', height: '14', width: '15', outChannels: '24', kernel: '3', stride: '2', pad: '1' },
      layout: 'NHWC',
    },
    values: {
      ...{ tile_f: [-1, 1, 8, 1], tile_y: [-1, 1, 2, 1], tile_x: [-1, 1, 4, 2] },
      ...{ tile_rc: [-1, 4], tile_ry: [-1, 3], tile_rx: [-1, 3], auto_unroll_max_step: 0, unroll_explicit: 0 },
      ...{ vector_data: 4, vector_weights: 4, buffers: 2, pad: 4 },
    },
  },
  {
    name: 'conv2d-igemm-ahead',
    template: 'conv2d.igemm',
    target: sm90,
    shape: {
      ...{ batch: '2', inChannels: '8', height: '13', width: '11', outChannels: '32', kernel: '3' },
      ...{ stride: '2', pad: '1', layout: 'NHWC', epilogue: 'bias,relu' },
    },
    values: { ...simt, vector_a: 1, vthread_n: 1, buffers: 2, weights: 'turned' },
  },
  {
    name: 'conv2d-igemm-nchw-groups-split-sum',
    template: 'conv2d.igemm',
    target: sm90,
    shape: {
      ...{ batch: '2', inChannels: '30', height: '7', width: '9', outChannels: '20', kernel: '3', pad: '1' },
      groups: '2',
    },
    values: { ...simt, tile_m: 2, vector_a: 1, vector_b: 1, pad: 0, split_k: 2, weights: 'given' },
  },
  {
    name: 'conv2d-depthwise-simt-shared',
    template: 'conv2d.depthwise_simt',
    target: sm90,
    shape: {
      ...{ inChannels: '36', height: '9', width: '11', outChannels: '36', kernel: '3', stride: '2', pad: '1' },
      ...{ groups: '36', layout: 'NHWC', epilogue: 'bias,relu' },
    },
    values: {
      ...{ tile_c: [-1, 4, 4], tile_y: [-1, 2, 1], tile_x: [-1, 4, 1] },
      ...{ image: 'shared', weights: 'shared', inputs: 'row', vector: 4, unroll_kh: false, pad: 4 },
    },
  },
  {
    name: 'conv2d-depthwise-simt-nchw-multiplier',
    template: 'conv2d.depthwise_simt',
    target: sm90,
    shape: {
      ...{ inChannels: '6', height: '14', width: '18', outChannels: '12', kernel: '3', pad: '1', groups: '6' },
    },
    values: {
      ...{ tile_c: [-1, 1, 1], tile_y: [-1, 4, 2], tile_x: [-1, 8, 2] },
      ...{ image: 'given', weights: 'given', inputs: 'all', vector: 1, unroll_kh: true, pad: 0 },
    },
  },
  {
    name: 'conv2d-winograd-simt',
    template: 'conv2d.winograd_simt',
    target: sm90,
    shape: { inChannels: '8', height: '14', width: '14', outChannels: '24', kernel: '3', pad: '1', epilogue: 'bias' },
    values: { ...simt, vthread_n: 1, tile_h: 4, tile_w: 2, threads: 64 },
  },
  {
    name: 'conv2d-winograd-simt-channels-last',
    template: 'conv2d.winograd_simt',
    target: sm90,
    shape: {
      ...{ inChannels: '16', height: '13', width: '9', outChannels: '32', kernel: '1x3', pad: '0,1', layout: 'NHWC' },
      ...{ constant: 'none', epilogue: 'add,relu' },
    },
    values: { ...simt, vector_a: 1, vthread_n: 1, buffers: 2, tile_h: 1, tile_w: 2, threads: 128 },
  },
  {
    name: 'conv2d-winograd-fused',
    template: 'conv2d.winograd_fused',
    target: sm90,
    shape: { inChannels: '19', height: '14', width: '13', outChannels: '32', kernel: '3', pad: '1', epilogue: 'bias' },
    values: {
      ...{ tile_h: 2, tile_w: 2, threads_oc: 4, threads_p: 4, tile_oc: 4, tile_p: 4, vthread_oc: 2, vthread_p: 1 },
      ...{ block_ic: 8, pad: 0, unroll_ic: 4, order: 'oc_p', buffers: 2 },
    },
  },
  {
    name: 'dense-dot',
    template: 'dense.dot',
    target: avx512,
    shape: { m: '1', n: '18', k: '70', epilogue: 'bias,relu', constant: 'none' },
    values: { tile_m: 1, tile_n: 8, inner: 'n', unroll_k: 2, threads: 'none' },
  },
  {
    name: 'conv2d-direct-channels-nchw',
    template: 'conv2d.direct',
    target: avx512,
    shape: { inChannels: '8', height: '7', width: '9', outChannels: '16', kernel: '3', pad: '1' },
    values: { vector: 'oc', lanes: 16, tile_oc: 16, tile_oh: 1, tile_ow: 4, block_ic: 8, ...conv, pad_at: 'row' },
  },
  {
    name: 'conv2d-direct-pixels',
    template: 'conv2d.direct',
    target: avx2,
    shape: { inChannels: '4', height: '6', width: '20', outChannels: '6', kernel: '3', pad: '1', constant: 'none' },
    values: { vector: 'ow', lanes: 8, tile_oc: 3, tile_oh: 1, tile_ow: 8, block_ic: 4, ...conv, pad_at: 'root' },
  },
  {
    name: 'conv2d-direct-blocks-skip',
    template: 'conv2d.direct',
    target: avx512,
    shape: { inChannels: '16', height: '5', width: '9', outChannels: '16', kernel: '3', pad: '1', layout: 'any' },
    values: {
      ...{ layout: 'blocks', vector: 'oc', lanes: 16, tile_oc: 16, tile_oh: 1, tile_ow: 3, block_ic: 16 },
      ...{ order: 'kh_ic_kw', unroll_kw: true, outer: 'oh', pad_at: 'skip' },
    },
  },
  {
    name: 'conv2d-winograd',
    template: 'conv2d.winograd',
    target: avx512,
    shape: { inChannels: '16', height: '6', width: '6', outChannels: '16', kernel: '3', pad: '1', layout: 'NHWC' },
    values: {
      ...{ tile_h: 2, tile_w: 2, blocks: 1, block_oc: 16, tile_p: 3, tile_oc: 16 },
      ...{ inner: 'oc', parallel: 'none' },
    },
  },
  {
    name: 'conv2d-winograd-turned',
    template: 'conv2d.winograd',
    target: avx2,
    shape: { inChannels: '8', height: '4', width: '22', outChannels: '8', kernel: '1x3', pad: '0,1', layout: 'NCHW' },
    values: {
      ...{ tile_h: 1, tile_w: 2, blocks: 1, block_oc: 8, tile_p: 2, tile_oc: 8 },
      ...{ inner: 'oc', parallel: 'none' },
    },
  },
  {
    name: 'conv2d-im2col-strided',
    template: 'conv2d.im2col',
    target: avx2,
    shape: {
      ...{ inChannels: '3', height: '9', width: '9', outChannels: '8', kernel: '3', stride: '2', pad: '1' },
      layout: 'NHWC',
    },
    values: {
      ...{ patches: 'copy', block_p: 25, block_oc: 8, tile_p: 4, tile_oc: 8 },
      ...{ inner: 'p', parallel: 'none' },
    },
  },
  {
    name: 'conv2d-pointwise-threads',
    template: 'conv2d.pointwise',
    target: withThreads(avx512, 2),
    shape: { inChannels: '16', height: '8', width: '9', outChannels: '32', kernel: '1', pad: '0', layout: 'NHWC' },
    values: {
      ...{ patches: 'image', block_p: 64, block_oc: 32, tile_p: 6, tile_oc: 32 },
      ...{ inner: 'p', parallel: 'p' },
    },
  },
  {
    name: 'conv2d-direct-nhwc-strided-groups',
    template: 'conv2d.direct',
    target: withThreads(avx512, 2),
    shape: {
      inChannels: '6',
      height: '9',
      width: '9',
      outChannels: '40',
      kernel: '3',
      stride: '2',
      pad: '0',
      groups: '2',
      layout: 'NHWC',
    },
    values: { vector: 'oc', lanes: 16, tile_oc: 20, tile_oh: 2, tile_ow: 2, block_ic: 3, ...conv, pad_at: 'none' },
  },
  {
    name: 'conv2d-transpose-phases-nchw',
    template: 'conv2d_transpose.phases',
    target: avx2,
    shape: { inChannels: '6', height: '4', width: '8', outChannels: '3', kernel: '4', stride: '2', pad: '1' },
    values: { vector: 'ow', lanes: 8, tile_oc: 3, tile_oh: 2, tile_ow: 8, order: 'kh_kw_ic', outer: 'oc' },
  },
  {
    name: 'conv2d-transpose-phases-nhwc-uneven',
    template: 'conv2d_transpose.phases',
    target: withThreads(avx512, 2),
    shape: {
      inChannels: '8',
      height: '5',
      width: '5',
      outChannels: '20',
      kernel: '3',
      stride: '2',
      pad: '1',
      layout: 'NHWC',
      epilogue: 'bias,relu',
    },
    values: { vector: 'oc', lanes: 16, tile_oc: 20, tile_oh: 2, tile_ow: 3, order: 'ic_kh_kw', outer: 'oh' },
  },
  {
    name: 'conv2d-depthwise-blocks',
    template: 'conv2d.depthwise',
    target: avx512,
    shape: {
      inChannels: '32',
      height: '9',
      width: '9',
      outChannels: '32',
      kernel: '3',
      pad: '1',
      groups: '32',
      layout: 'any',
      epilogue: 'bias,add,relu',
    },
    values: { ...depthwise, layout: 'blocks', tile_c: 16, tile_oh: 2, tile_ow: 3, order: 'c_h_w', copy: 'none' },
  },
  {
    name: 'conv2d-depthwise-bytes',
    template: 'conv2d.depthwise',
    target: avx512vnni,
    shape: {
      inChannels: '32',
      height: '6',
      width: '6',
      outChannels: '32',
      kernel: '3',
      stride: '2',
      groups: '32',
      dtype: 'uint8',
      layout: 'any',
      epilogue: 'requantize:128',
    },
    values: { ...depthwise, layout: 'given', tile_c: 16, tile_oh: 1, tile_ow: 2, order: 'h_w_c', copy: 'none' },
  },
  {
    name: 'separable-blocks',
    template: 'separable.rows',
    target: avx512,
    shape: {
      ...{ inChannels: '32', height: '5', width: '6', outChannels: '16', kernel: '3', pad: '1', layout: 'any' },
      ...{ between: 'bias,relu6', epilogue: 'bias,add' },
    },
    values: {
      ...{ layout: 'blocks', rows: 2, first_c: 16, first_oh: 2, first_ow: 3, tile_oc: 16, tile_oh: 1, tile_ow: 6 },
      ...{ inner: 'p', copy: 'none', parallel: 'none' },
    },
  },
  {
    name: 'mlp-blocks',
    template: 'mlp.rows',
    target: withThreads(avx2, 2),
    shape: { m: '20', k: '70', hidden: '72', n: '24', between: 'bias,relu', epilogue: 'bias,add' },
    values: {
      ...{ rows: 20, block_h: 36, first_m: 4, first_n: 3, tile_m: 4, tile_n: 3, block_k: 70, pack_a: 'panels' },
      ...{ inner: 'm', unroll_k: 2, parallel: 'none' },
    },
  },
  {
    name: 'conv-pool-threads',
    template: 'conv_pool.rows',
    target: withThreads(avx2, 2),
    shape: {
      ...{ inChannels: '3', height: '7', width: '7', outChannels: '8', kernel: '3', stride: '1', pad: '1' },
      ...{ poolKernel: '3', poolStride: '2', poolPad: '1', layout: 'NHWC', between: 'bias,relu' },
    },
    values: {
      ...{ layout: 'given', rows: 2, tile_oc: 8, tile_oh: 1, tile_ow: 3, outer: 'oh', copy: 'rows' },
      parallel: 'outer',
    },
  },
  {
    name: 'conv2d-grouped-blocks',
    template: 'conv2d.grouped',
    target: avx512,
    shape: {
      ...{ inChannels: '16', height: '5', width: '6', outChannels: '32', kernel: '3', pad: '1', groups: '8' },
      layout: 'any',
    },
    values: { ...depthwise, layout: 'blocks', tile_c: 4, tile_oh: 1, tile_ow: 3, order: 'c_h_w', copy: 'none' },
  },
  {
    name: 'conv2d-direct-streams',
    template: 'conv2d.direct',
    target: withThreads(avx2, 2),
    shape: { inChannels: '64', height: '7', width: '7', outChannels: '64', kernel: '3', pad: '1', layout: 'NHWC' },
    values: {
      ...{ ...conv, order: 'kh_kw_ic', vector: 'oc', lanes: 8, tile_oc: 16, tile_oh: 1, tile_ow: 4, block_ic: 64 },
      ...{ unroll_kw: true, pad_at: 'skip' },
    },
  },
  {
    name: 'conv2d-direct-any-nchw',
    template: 'conv2d.direct',
    target: avx512,
    shape: {
      ...{ inChannels: '6', height: '5', width: '32', outChannels: '4', kernel: '3', pad: '1', groups: '2' },
      ...{ layout: 'any', epilogue: 'bias,add' },
    },
    values: {
      ...{ layout: 'NCHW', vector: 'ow', lanes: 16, tile_oc: 2, tile_oh: 1, tile_ow: 32, block_ic: 3 },
      ...{ order: 'kh_ic_kw', unroll_kw: true, outer: 'oh', pad_at: 'row' },
    },
  },
  {
    name: 'conv2d-depthwise-multiplier-threads',
    template: 'conv2d.depthwise',
    target: withThreads(avx512, 2),
    shape: {
      inChannels: '12',
      height: '9',
      width: '7',
      outChannels: '24',
      kernel: '3',
      stride: '2',
      pad: '1',
      groups: '12',
      layout: 'NHWC',
    },
    values: {
      ...depthwise,
      ...{ layout: 'given', tile_c: 8, tile_oh: 2, tile_ow: 2, order: 'h_c_w', copy: 'none', parallel: 'outer' },
    },
  },
  {
    name: 'conv2d-depthwise-nchw-strided',
    template: 'conv2d.depthwise',
    target: avx2,
    shape: {
      inChannels: '3',
      height: '9',
      width: '17',
      outChannels: '3',
      kernel: '3',
      stride: '2',
      pad: '1',
      groups: '3',
    },
    values: {
      ...depthwise,
      ...{ lanes: 8, layout: 'given', tile_c: 1, tile_oh: 2, tile_ow: 8, order: 'c_h_w', copy: 'rows' },
    },
  },
];

describe('generated C', () => {
  test.each(goldens.map((g) => [g.name, g] as const))(
    '%s is as reviewed',
    (name, { template, target, shape, values }) => {
      const found = findTemplate(template);
      const base = found.operator.startsWith('conv2d') ? { stride: '1' } : {};
      const workload = findOperator(found.operator).workload(undefined, { ...base, ...shape });
      const space = found.define(workload, target);
      compare(name, generate({ template: found, workload, target, space }, space.config(values)));
    },
  );

  test('a template with swizzled shared memory is as reviewed', () => {
    compare('matmul-simt-swizzled', swizzledKernel({ m: '40', n: '32', k: '36' }, 2));
  });

  test('the naive reference is as reviewed', () => {
    const operator = findOperator('conv2d');
    compare('conv2d-reference', reference(operator.workload('resnet18.C4', { epilogue: 'bias,relu' }), 2));
    compare('matmul-reference', reference(findOperator('matmul').workload(undefined, { m: '5', n: '9', k: '3' }), 2));
  });
});
