/** Nodes for the contract of procedures, by operator: what each is asked, of every type that it serves. */
import { elementTypes } from '../../../../src/elements/registry.js';
import type { ValueType } from '../../../../src/network/graph/graph.js';
import type { Attribute } from '../../../../src/network/onnx/model.js';

/** How elements are drawn: small numbers of the type with ties, or from `least` to before `end`. */
type Draw = 'any' | { readonly least: number; readonly end: number };

export interface SampleInput extends ValueType {
  readonly draw: Draw;
}

export interface Sample {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly inputs: readonly (SampleInput | undefined)[];
  readonly outputs?: number;
  /** Whether an index is out of range, which the procedure must find. */
  readonly fails?: true;
}

/** ONNX has no operator that procedures compute on types of a few bits. */
const known = elementTypes().filter(({ onnx, bits }) => onnx !== undefined && bits === undefined);
const names = (kinds: readonly string[]): readonly string[] =>
  known.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
const all = names(['floating', 'whole', 'truth']);
const numbers = names(['floating', 'whole']);
const floats = names(['floating']);
const wholes = names(['whole']);

function any(type: string, ...shape: number[]): SampleInput {
  return { type, shape, draw: 'any' };
}

function indices(extent: number, ...shape: number[]): SampleInput {
  return { type: 'int64', shape, draw: { least: -extent, end: extent } };
}

function beyond(extent: number, ...shape: number[]): SampleInput {
  return { type: 'int64', shape, draw: { least: extent, end: extent + 4 } };
}

function from(type: string, least: number, end: number, ...shape: number[]): SampleInput {
  return { type, shape, draw: { least, end } };
}

function each(types: readonly string[], of: (type: string) => Sample | readonly Sample[]): readonly Sample[] {
  return types.flatMap(of);
}

/** Every type and every option, in turns. */
function inTurns<Option>(
  types: readonly string[],
  options: readonly Option[],
  of: (type: string, option: Option) => Sample,
): readonly Sample[] {
  return Array.from({ length: Math.max(types.length, options.length) }, (_, i) =>
    of(types[i % types.length]!, options[i % options.length]!),
  );
}

function pairsOf<A, B>(first: readonly A[], second: readonly B[]): readonly (readonly [A, B])[] {
  return first.flatMap((a) => second.map((b) => [a, b] as const));
}

const window = { kernel_shape: [2, 3], strides: [2, 1], dilations: [1, 2], pads: [1, 0, 0, 2] };
const reductions = ['none', 'add', 'mul', 'max', 'min'];

const extremum = inTurns(numbers, [0, 1], (type, last) => ({
  attributes: { axis: 1, select_last_index: last },
  inputs: [any(type, 2, 9, 3)],
}));

function scattered(extent: (read: typeof indices) => Sample['inputs'], types: readonly string[]): readonly Sample[] {
  return [
    ...inTurns([...types, ...types], reductions, (type, reduction) => ({
      attributes: { axis: 1, reduction },
      inputs: extent(indices).map((input) => (input?.type === 'int64' ? input : { ...input!, type })),
    })),
    { attributes: { axis: 1, reduction: 'none' }, inputs: extent(beyond), fails: true },
  ];
}

const pairs = each(wholes, (type) => ({ attributes: {}, inputs: [any(type, 2, 3, 4), any(type, 3, 1)] }));
const cumulative = inTurns(numbers, pairsOf([0, 1], [0, 1]), (type, [exclusive, reverse]) => ({
  attributes: { axis: 1, exclusive, reverse },
  inputs: [any(type, 2, 5, 3)],
}));
const elements = each(floats, (type) => ({ attributes: {}, inputs: [from(type, -2, 2, 40)] }));
const grids = inTurns(
  floats,
  pairsOf(pairsOf(['linear', 'nearest', 'cubic'], ['zeros', 'border', 'reflection']), [0, 1]),
  (type, [[mode, padding], corners]) => ({
    attributes: { mode, padding_mode: padding, align_corners: corners },
    inputs: [any(type, 2, 2, 4, 5), from(type, -2, 2, 2, 3, 3, 2)],
  }),
);

export const samples: Readonly<Record<string, readonly Sample[]>> = {
  ArgMax: extremum,
  ArgMin: extremum,
  BitCast: each(numbers, (type) => {
    const { bytes } = known.find(({ name }) => name === type)!;
    const others = known.filter((other) => other.bytes === bytes && other.kind !== 'truth');
    return others.map(({ name }) => ({ attributes: { to: name }, inputs: [any(type, 9)] }));
  }),
  BitShift: each(wholes, (type) =>
    ['LEFT', 'RIGHT'].map((direction) => ({ attributes: { direction }, inputs: [any(type, 9, 4), any(type, 4)] })),
  ),
  BitwiseAnd: pairs,
  BitwiseNot: each(wholes, (type) => ({ attributes: {}, inputs: [any(type, 12)] })),
  BitwiseOr: pairs,
  BitwiseXor: pairs,
  Col2Im: each(floats, (type) => ({
    attributes: { ...window, image_shape: [5, 6] },
    inputs: [any(type, 2, 12, 12)],
  })),
  CumProd: cumulative,
  CumSum: cumulative,
  DeformedImage: each(floats, (type) =>
    [undefined, from(type, 0, 2, 2, 12, 3, 4)].map((mask) => ({
      attributes: { ...window, offset_group: 2 },
      inputs: [any(type, 2, 4, 5, 6), from(type, -2, 3, 2, 24, 3, 4), mask],
    })),
  ),
  Det: each(floats, (type) => ({ attributes: {}, inputs: [any(type, 3, 4, 4)] })),
  Gather: [
    ...each(all, (type) => ({ attributes: { axis: 1 }, inputs: [any(type, 2, 5, 3), indices(5, 2, 2)] })),
    { attributes: { axis: 1 }, inputs: [any('float32', 2, 5, 3), beyond(5, 2)], fails: true },
    { attributes: { axis: 0, fewest: 0 }, inputs: [any('float32', 5, 3), indices(3, 7), from('int64', 3, 6)] },
    { attributes: { axis: 0, fewest: 1 }, inputs: [any('float32', 5, 3), indices(1, 7), from('int64', 0, 6)] },
    {
      attributes: { axis: 0, fewest: 0 },
      inputs: [any('float32', 5, 3), beyond(3, 7), from('int64', 0, 4)],
      fails: true,
    },
  ],
  GatherElements: [
    ...each(all, (type) => ({ attributes: { axis: 1 }, inputs: [any(type, 2, 5, 3), indices(5, 2, 7, 2)] })),
    { attributes: { axis: 1 }, inputs: [any('float32', 2, 5, 3), beyond(5, 2, 7, 2)], fails: true },
  ],
  ColumnsToRows: each(all, (type) => ({ attributes: {}, inputs: [any(type, 3, 5), from('int64', 0, 6)] })),
  AsCounted: each(all, (type) => ({
    attributes: { axis: 0, shape: [15, 2] },
    inputs: [any(type, 5, 6), from('int64', 0, 16)],
  })),
  FilledRest: [
    ...each(numbers, (type) => ({
      attributes: { axis: 1, rest: 3 },
      inputs: [any(type, 1, 5, 2), from('int64', 0, 6)],
    })),
    ...[-(2 ** 53), 2 ** 53].map((rest) => ({
      attributes: { axis: 0, rest },
      inputs: [any('int64', 5, 2), from('int64', 0, 4)],
    })),
  ],
  JoinedRows: each(all, (type) => ({
    attributes: { axis: 1 },
    inputs: [
      ...[from('int64', 6, 7), any(type, 1, 5, 2), from('int64', 4, 5)],
      ...[any(type, 1, 3, 2), from('int64', 1, 2), any(type, 1, 1, 2), from('int64', 1, 2)],
    ],
  })),
  FirstRows: each(all, (type) => ({
    attributes: { axis: 1, most: 3 },
    inputs: [any(type, 1, 5, 2), from('int64', 0, 4)],
  })),
  ZeroRest: each(all, (type) => ({ attributes: { axis: 1 }, inputs: [any(type, 2, 5, 3), from('int64', 0, 6)] })),
  GatherND: [
    ...each(all, (type) => ({ attributes: { batch_dims: 1 }, inputs: [any(type, 2, 4, 4, 3), indices(4, 2, 5, 2)] })),
    { attributes: { batch_dims: 0 }, inputs: [any('float32', 4, 4, 3), beyond(4, 5, 2)], fails: true },
    {
      attributes: { batch_dims: 0, fewest: 0 },
      inputs: [any('float32', 5, 4, 3), indices(3, 6, 2), from('int64', 3, 6)],
    },
  ],
  GridSample: grids,
  Hardmax: each(floats, (type) => ({ attributes: { axis: 1 }, inputs: [any(type, 2, 5, 3)] })),
  IsInf: each(floats, (type) => ({
    attributes: { detect_positive: 1, detect_negative: 1 },
    inputs: [any(type, 9)],
  })),
  IsNaN: each(floats, (type) => ({ attributes: {}, inputs: [any(type, 9)] })),
  MaxPoolIndices: inTurns(numbers, [0, 1], (type, order) => ({
    attributes: { ...window, storage_order: order },
    inputs: [any(type, 2, 2, 5, 6)],
  })),
  MaxRoiPool: [
    ...each(floats, (type) => ({
      attributes: { pooled_shape: [2, 3], spatial_scale: 0.5 },
      inputs: [any(type, 9, 2, 5, 6), from(type, 0, 8, 4, 5)],
    })),
    {
      attributes: { pooled_shape: [2, 3], spatial_scale: 0.5 },
      inputs: [any('float32', 2, 2, 5, 6), from('float32', 3, 9, 4, 5)],
      fails: true,
    },
  ],
  Compress: each(all, (type) => ({
    attributes: { axis: 1 },
    inputs: [any(type, 2, 5, 3), any('bool', 4)],
    outputs: 2,
  })),
  NonMaxSuppression: each(floats, (type) => [
    ...[0, 1].map((center) => ({
      attributes: { center_point_box: center, most: 4 },
      inputs: [
        ...[from(type, 0, 4, 2, 6, 4), from(type, 0, 1, 2, 2, 6)],
        ...[from('int64', 3, 4), from(type, 0, 1), from(type, 0, 1)],
      ],
      outputs: 2,
    })),
    {
      attributes: { center_point_box: 0, most: 5 },
      inputs: [
        ...[from(type, 0, 4, 1, 6, 4), from(type, 0, 1, 1, 1, 6)],
        ...[from('int64', 3, 6), from(type, 0, 1), undefined, from('int64', 0, 7)],
      ],
      outputs: 2,
    },
  ]),
  NonZero: each(all, (type) => ({ attributes: {}, inputs: [from(type, 0, 2, 2, 3, 4)], outputs: 2 })),
  OneHot: each(all, (type) => ({
    attributes: { axis: 1, depth: 4 },
    inputs: [from('int64', -6, 6, 2, 3), any(type, 2)],
  })),
  Remainder: each(numbers, (type) => ({ attributes: {}, inputs: [any(type, 9, 4), any(type, 4)] })),
  ReverseSequence: [
    ...each(all, (type) =>
      [0, 1].map((batch) => ({
        attributes: { batch_axis: batch },
        inputs: [any(type, 4, 4, 3), from('int64', 0, 5, 4)],
      })),
    ),
    { attributes: { batch_axis: 0 }, inputs: [any('int8', 4, 4), from('int64', 5, 9, 4)], fails: true },
  ],
  RoiAlign: [
    ...inTurns(floats, pairsOf(pairsOf(['avg', 'max'], [0, 1]), [0, 2]), (type, [[mode, half], ratio]) => ({
      attributes: {
        ...{ mode, half_pixel: half, output_height: 2, output_width: 3 },
        ...{ sampling_ratio: ratio, spatial_scale: 0.5 },
      },
      inputs: [any(type, 2, 2, 5, 6), from(type, 0, 9, 3, 4), from('int64', 0, 2, 3)],
    })),
    {
      attributes: {
        ...{ mode: 'avg', half_pixel: 1, output_height: 2, output_width: 3, sampling_ratio: 2, spatial_scale: 1 },
      },
      inputs: [any('float32', 2, 2, 5, 6), from('float32', 0, 5, 3, 4), from('int64', 0, 2, 3), from('int64', 0, 4)],
    },
    {
      attributes: {
        ...{ mode: 'avg', half_pixel: 1, output_height: 2, output_width: 3, sampling_ratio: 0, spatial_scale: 1 },
      },
      inputs: [any('float32', 2, 2, 5, 6), from('float32', 0, 5, 3, 4), from('int64', 2, 9, 3)],
      fails: true,
    },
  ],
  ScatterAtPlaces: [
    ...each(all, (type) => ({
      attributes: { shape: [3, 4] },
      inputs: [any(type, 2, 2), from('int64', 0, 12, 2, 2)],
    })),
    { attributes: { shape: [3, 4] }, inputs: [any('float32', 2, 2), from('int64', 12, 20, 2, 2)], fails: true },
  ],
  ScatterElements: [
    ...scattered((read) => [any('float32', 2, 5, 3), read(5, 2, 7, 2), any('float32', 2, 7, 2)], numbers),
    {
      attributes: { axis: 0, reduction: 'none' },
      inputs: [any('float32', 5, 3), indices(5, 4, 3), any('float32', 4, 3), from('int64', 0, 5)],
    },
  ],
  ScatterND: scattered((read) => [any('float32', 4, 4, 3), read(4, 5, 2), any('float32', 5, 3)], numbers),
  TensorScatter: [
    ...each(all, (type) =>
      ['linear', 'circular'].map((mode) => ({
        attributes: { axis: 2, mode },
        inputs: [any(type, 2, 3, 7, 2), any(type, 2, 3, 4, 2), from('int64', 0, mode === 'linear' ? 4 : 30, 2)],
      })),
    ),
    {
      attributes: { axis: 1, mode: 'linear' },
      inputs: [any('float32', 2, 7), any('float32', 2, 4), from('int64', 4, 9, 2)],
      fails: true,
    },
  ],
  TopK: each(numbers, (type) =>
    [0, 1].flatMap((largest) => [
      { attributes: { axis: 1, k: 4, largest }, inputs: [any(type, 2, 9, 3)], outputs: 2 },
      {
        attributes: { axis: 1, k: 6, largest },
        inputs: [any(type, 1, 9, 3), from('int64', 0, 5), from('int64', 4, 10)],
        outputs: 3,
      },
      {
        attributes: { axis: 1, k: 6, largest },
        inputs: [any(type, 1, 9, 3), from('int64', 5, 7), from('int64', 0, 5)],
        outputs: 3,
        fails: true as const,
      },
    ]),
  ),
  Trilu: each(all, (type) =>
    [0, 1].map((upper) => ({ attributes: { upper }, inputs: [any(type, 2, 4, 5), from('int64', -3, 4)] })),
  ),
  WholeElements: [
    ...inTurns(wholes, ['Add', 'Sub', 'Mul', 'Div', 'Mod', 'Max', 'Min', 'Pow'], (type, of) => ({
      attributes: { of },
      inputs: [any(type, 3, 5), any(type, 5)],
    })),
    ...inTurns(wholes, ['Equal', 'Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual'], (type, of) => ({
      attributes: { of },
      inputs: [any(type, 3, 1), any(type, 5)],
    })),
    ...inTurns(wholes, ['Neg', 'Abs', 'Sign', 'Relu'], (type, of) => ({ attributes: { of }, inputs: [any(type, 9)] })),
    ...each(wholes, (type) => [
      { attributes: { of: 'Clip', min: -2.5, max: Infinity }, inputs: [any(type, 9)] },
      { attributes: { of: 'Where' }, inputs: [any('bool', 3, 1), any(type, 3, 4), any(type, 4)] },
    ]),
    ...inTurns(all, wholes, (from, to) => ({ attributes: { of: 'Cast', to }, inputs: [any(from, 9)] })),
    ...inTurns(wholes, [...wholes, 'float32', 'bool'], (from, to) => ({
      attributes: { of: 'Cast', to },
      inputs: [any(from, 9)],
    })),
  ],
  WholeReduction: inTurns(wholes, ['ReduceSum', 'ReduceProd', 'ReduceMax', 'ReduceMin'], (type, of) => ({
    attributes: { of, axes: [0, 2] },
    inputs: [any(type, 3, 2, 4)],
  })),
  Unique: inTurns(numbers, pairsOf([0, 1], [0, 1, 2]), (type, [sorted, axis]) => ({
    attributes: { axis, sorted },
    inputs: [from(type, 0, 2, ...[2, 2, 2].with(axis, 9))],
    outputs: 5,
  })),
  ...Object.fromEntries(
    ['Sin', 'Cos', 'Tan', 'Asin', 'Acos', 'Atan', 'Sinh', 'Cosh', 'Asinh', 'Acosh', 'Atanh'].map((name) => [
      name,
      elements,
    ]),
  ),
};
