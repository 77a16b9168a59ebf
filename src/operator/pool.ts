/**
 * pool: out[o, y, x, i] = the largest, or the mean, of data[o, y*stride + kh*dilation - pad, x*stride + …, i] over a
 * window, float32. The shape is that of memory: NCHW is [N*C, H, W, 1], NHWC is [N, H, W, C], NCHW16c is [N*C/16, H, W,
 * 16]. What lies outside of the image is no element of a window, but that a mean may count padding. Bytes count: those
 * of input and output.
 */
import { z } from 'zod';
import { add, constant, scale, subtract, type Index } from '../ir/index.js';
import { at, compute, input, over, reduce, sum, times } from '../ir/compute.js';
import { valueType, type Computation, type DType, type Tensor, type Value } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { elementType, isWhole } from '../elements/registry.js';
import { UsageError } from '../target/errors.js';
import { insideImage } from './conv2d.js';
import { defineFloatOperator } from './float-operator.js';
import { activationsField, activationTail } from './epilogue.js';
import {
  choiceField,
  distanceField,
  extentField,
  productField,
  paddingField,
  pairField,
  switchField,
} from './fields.js';
import { groupsOf, sizeText } from './shape.js';

const schema = z.object({
  outer: productField('--outer <n>', 'images: N*C of NCHW, N of NHWC', '1'),
  height: extentField('--height <n>', 'rows of the input'),
  width: extentField('--width <n>', 'columns of the input'),
  inner: productField('--inner <n>', 'neighbours that are no columns: 1 of NCHW, C of NHWC', '1'),
  op: choiceField('--op <op>', 'max or average', ['max', 'average']),
  kernel: pairField('--kernel <size>', 'window, 3 or 3x5'),
  stride: distanceField('--stride <size>', 'stride, 2 or 2x1'),
  pad: paddingField('--pad <size>', 'padding, 1, 1x2, or 1,1,0,0 (top,left,bottom,right)'),
  /** Of the sizes that are rounded up (ceil mode): no padding, so that no mean counts it. */
  beyond: pairField('--beyond <size>', 'rows and columns behind the padding that windows reach into', '0', 0),
  dilation: distanceField('--dilation <size>', 'dilation, 1 or 2x2'),
  countIncludePad: switchField('count-include-pad', 'a mean counts the padding', 'a mean counts elements only'),
  epilogue: activationsField(),
});

export type PoolShape = Readonly<z.infer<typeof schema>>;

const workloads = {
  'resnet50.maxpool': { outer: '64', height: '112', width: '112', kernel: '3', stride: '2', pad: '1' },
  'vgg16.maxpool1': { outer: '64', height: '224', width: '224', kernel: '2', stride: '2' },
  'vgg16.maxpool1-16c': { outer: '4', height: '224', width: '224', inner: '16', kernel: '2', stride: '2' },
  'inception.average': { outer: '192', height: '35', width: '35', kernel: '3', pad: '1', op: 'average' },
};

export const pool = defineFloatOperator<PoolShape>({
  name: 'pool',
  summary: 'the largest or the mean of a window of images',
  shape: schema,
  workloads,
  describe: (s) => {
    const rest = [
      ...(sizeText(s.beyond) === '0' ? [] : [`b${sizeText(s.beyond)}`]),
      ...(sizeText(s.dilation) === '1' ? [] : [`d${sizeText(s.dilation)}`]),
      ...(s.countIncludePad ? ['padded'] : []),
    ];
    const extents = [s.outer, s.height, s.width, s.inner].join('x');
    return [extents, `k${sizeText(s.kernel)}`, `s${sizeText(s.stride)}`, `p${sizeText(s.pad)}`, ...rest].join('-');
  },
  undescribe: (name) => {
    const found = groupsOf(
      new RegExp(
        /^(?<outer>\d+)x(?<height>\d+)x(?<width>\d+)x(?<inner>\d+)-k(?<kernel>[\dx]+)-s(?<stride>[\dx]+)/.source +
          /-p(?<pad>[\dx]+)(?:-b(?<beyond>[\dx]+))?(?:-d(?<dilation>[\dx]+))?(?<padded>-padded)?$/.source,
      ).exec(name),
    );
    if (!found) return undefined;
    const { padded, ...rest } = found;
    return padded === undefined ? rest : { ...rest, countIncludePad: 'true' };
  },
  check: (s) => {
    const [oh, ow] = pooledSize(s);
    if (oh < 1 || ow < 1)
      throw new UsageError('the window reaches over more than the padded image: use a smaller --kernel, or more --pad');
  },
  counts: 'bytes',
  flops: (s) => 4 * s.outer * s.inner * (s.height * s.width + pooledSize(s)[0] * pooledSize(s)[1]),
  computation,
  ofWhole: (s, dtype) => (s.op === 'max' && s.epilogue.length === 0 ? computation(s, dtype) : undefined),
});

export const poolShape = pool.shapeOf;

/** Rows and columns of the output. */
export function pooledSize(s: PoolShape): [number, number] {
  const along = (d: 0 | 1): number => {
    const reach = s.dilation[d] * (s.kernel[d] - 1) + 1;
    return Math.floor((extentOf(s, d) + s.pad[d] + s.pad[d + 2]! + s.beyond[d] - reach) / s.stride[d]) + 1;
  };
  return [along(0), along(1)];
}

const extentOf = (s: PoolShape, d: 0 | 1): number => (d === 0 ? s.height : s.width);

/** `dtype`: of the elements, of which the largest is taken. */
function computation(s: PoolShape, dtype: DType = valueType): Computation {
  const data = input('data', [s.outer, s.height, s.width, s.inner], dtype);
  const [oh, ow] = pooledSize(s);
  const tail = activationTail(s.epilogue);
  const padded = paddedData(data, s);
  const divide = s.op === 'average' ? meanOf(s) : undefined;
  const output = reduce(
    divide ? 'add' : 'max',
    'out',
    [s.outer, oh, ow, s.inner],
    ['o', 'y', 'x', 'i'],
    { kh: s.kernel[0], kw: s.kernel[1] },
    ([o, y, x, i], { kh, kw }) => at(padded, o, windowIndex(s, 0, y, kh), windowIndex(s, 1, x, kw), i),
    (total, [, y, x]) => tail(divide ? divide(total, y, x) : total),
    dtype,
  );
  return { inputs: [data], output, constants: [] };
}

function windowIndex({ stride, dilation }: PoolShape, d: 0 | 1, place: Index, k: Index): Index {
  return add(scale(place, stride[d]), scale(k, dilation[d]));
}

/** What windows reach of each side: top, left, bottom, right. */
function sidesOf({ pad: [top, left, bottom, right], beyond }: PoolShape): readonly [number, number, number, number] {
  return [top, left, bottom + beyond[0], right + beyond[1]];
}

export function isPadded(s: PoolShape): boolean {
  return sidesOf(s).some((side) => side > 0);
}

function paddedData(data: Tensor, s: PoolShape): Tensor {
  const [top, left, bottom, right] = sidesOf(s);
  if (!isPadded(s)) return data;
  const shape = [s.outer, s.height + top + bottom, s.width + left + right, s.inner];
  const least = isWhole(data.dtype) ? elementType(data.dtype).limits[0] : -Infinity;
  const element = ([o, h, w, i]: readonly [Index, Index, Index, Index]): Value => {
    const [row, column] = [subtract(h, constant(top)), subtract(w, constant(left))];
    const when = insideImage(s, row, column, [top, left, bottom, right]);
    return select(when, at(data, o, row, column, i), constantValue(s.op === 'max' ? least : 0));
  };
  return compute('padded', shape, ['o', 'h', 'w', 'i'], element, data.dtype);
}

/** Divides by the elements of a window, which are as many as rows times columns of it that count. */
function meanOf(s: PoolShape): (total: Value, y: Index, x: Index) => Value {
  const [rows, columns] = [countsAlong(s, 0), countsAlong(s, 1)];
  if (typeof rows === 'number' && typeof columns === 'number')
    return (total) => times(total, constantValue(1 / (rows * columns)));
  const of = (counts: Tensor | number, place: Index): Value =>
    typeof counts === 'number' ? constantValue(counts) : at(counts, place);
  return (total, y, x) => over(total, times(of(rows, y), of(columns, x)));
}

/** Rows, or columns, of each window that count: a number where that is the same of all. */
function countsAlong(s: PoolShape, d: 0 | 1): Tensor | number {
  const [before, after] = s.countIncludePad ? [0, s.pad[d + 2]!] : [s.pad[d], 0];
  const end = extentOf(s, d) + s.pad[d] + after;
  const size = pooledSize(s)[d];
  const reach = (size - 1) * s.stride[d] + s.dilation[d] * (s.kernel[d] - 1);
  if (before === 0 && reach < end) return s.kernel[d];
  return sum(d === 0 ? 'rows' : 'columns', [size], ['place'], { k: s.kernel[d] }, ([place], { k }) => {
    const index = windowIndex(s, d, place, k);
    const when = [subtract(index, constant(before)), subtract(constant(end - 1), index)];
    return select(when, constantValue(1), constantValue(0));
  });
}
