import { Schedule } from '../../ir/schedule.js';
import { conv2d } from '../../operator/conv2d.js';
import type { WorkloadArg } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import type { KnobValue } from '../../space/config.js';
import { blockedLayout } from '../blocked-layout.js';
import { borderOf } from '../narrow-image.js';
import { inputsOf } from '../weights.js';
import type { ForeignSchedule } from './foreign-schedule.js';

/**
 * AutoTVM's conv2d_NCHWc.x86 (python/tvm/topi/x86/conv2d_avx_common.py, `_schedule_conv_NCHWc`): channels in blocks, a
 * register tile of one block of output channels × some columns, summed over blocks of input channels.
 */
export const conv2dNchwc: ForeignSchedule = {
  task: 'conv2d_NCHWc.x86',
  workload: ([data = null, weights = null, stride = null, pad = null, dilation = null]) =>
    conv2d.decode([channelsLast(data), weights, stride, pad, dilation, 'any', 'any', 'float32', 1, [], ['weights']]),
  schedule(workload, { tile_ic, tile_oc, tile_ow, unroll_kw }) {
    const [ic, oc, ow] = [tile_ic, tile_oc, tile_ow].map(innerSize) as [number, number, number];
    const s = new Schedule(conv2d.computation(workload));
    const [image, weights] = inputsOf(s);
    const border = borderOf(s);
    s.pack(image, blockedLayout('c', ic), 'prepacked');
    border?.store(blockedLayout('c', ic));
    const parts = (dim: number, tile: number) =>
      [
        { dim, part: 'outer', tile },
        { dim, part: 'inner', tile },
      ] as const;
    const [[ocOuter, ocInner], [icOuter, icInner]] = [parts(1, oc), parts(2, ic)];
    s.pack(weights, [0, ocOuter, icOuter, 3, 4, icInner, ocInner], 'prepacked');
    const out = s.output;
    out.store(blockedLayout('c', oc));
    const acc = s.cacheWrite(out, 'register');
    const [n, oh, columns, g, channels] = out.loopsOver('n', 'oh', 'ow', 'g', 'oc');
    const [ocTile, ocLane] = out.split(channels, oc, 'peel');
    const [owTile, owLane] = out.split(columns, ow, 'peel');
    out.reorder(n, g, ocTile, oh, owTile, owLane, ocLane);
    out.vectorize(ocLane, oc).parallel(out.fuse(ocTile, oh));
    acc.computeAt(out, owTile);
    const [icTile, icPart] = acc.split(acc.loop('ic'), ic, 'peel');
    const [kh, kw] = acc.loopsOver('kh', 'kw');
    const inner = unroll_kw === true ? [icPart, kw] : [kw, icPart];
    const [row, column, group, lane] = acc.loopsOver('oh', 'ow', 'g', 'oc');
    acc.reorder(acc.loop('n'), group, row, icTile, kh, ...inner, column, lane);
    if (unroll_kw === true) acc.unroll(kw);
    acc.unroll(column).vectorize(lane, oc);
    return s;
  },
};

/** The tensor of an activation that a record has as NCHW, as our operator has one whose layout is free. */
function channelsLast(data: WorkloadArg): WorkloadArg {
  const [kind = null, shape = null, dtype = null] = Array.isArray(data) ? (data as readonly WorkloadArg[]) : [];
  if (!Array.isArray(shape)) return data;
  const [n = null, c = null, h = null, w = null] = shape as readonly WorkloadArg[];
  return [kind, [n, h, w, c], dtype];
}

/** The inner size of a split in two. */
function innerSize(value: KnobValue | undefined): number {
  const size: unknown = Array.isArray(value) ? value.at(-1) : undefined;
  if (typeof size !== 'number' || size < 1)
    throw new UsageError('The record is none of conv2d_NCHWc.x86, whose tiles are splits in two sizes.');
  return size;
}
