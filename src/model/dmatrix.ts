import type { Row } from './model.js';
import { groupRows } from './rows.js';

const MAGIC = 0xffffab01;

/** The version of xgboost whose format this is, which it has since 1.6. */
const VERSION = [1, 7, 4];

/** Codes of element types. */
const FLOAT32 = 1;
const UINT32 = 3;
const UINT64 = 4;
const STRING = 5;

/**
 * Training rows as a binary DMatrix of xgboost 1.6 and later (`SimpleDMatrix::SaveToLocalFile` and
 * `MetaInfo::SaveBinary` in its src/data; little-endian). It is read in less than 1 ms, where the text parsers take 15
 * to clear their buffers, three times 8 MiB, and it rounds nothing. Rows of one group become adjacent, as ranking
 * demands; all rows have the width of the first.
 */
export function toDMatrix(rows: readonly Row[]): Buffer {
  const groups = groupRows(rows);
  const sorted = groups.flat();
  const width = sorted.at(0)?.features.length ?? 0;
  return Buffer.concat([
    Buffer.from(Uint32Array.of(MAGIC).buffer),
    Buffer.from('version:'),
    bytes(Int32Array.from(VERSION)),
    ...metaInfo(groups, sorted, width),
    ...list(BigUint64Array.from({ length: sorted.length + 1 }, (_, i) => BigInt(i * width))),
    ...entries(sorted, width),
  ]);
}

/** What describes the rows: a count of fields, and each field with its name, type and shape. */
function metaInfo(groups: readonly (readonly Row[])[], rows: readonly Row[], width: number): Buffer[] {
  let end = 0;
  const bounds = Uint32Array.of(0, ...groups.map((group) => (end += group.length)));
  const fields = [
    scalar('num_row', rows.length),
    scalar('num_col', width),
    scalar('num_nonzero', rows.length * width),
    matrix(
      'labels',
      FLOAT32,
      Float32Array.from(rows, ({ score }) => score),
    ),
    matrix('group_ptr', UINT32, bounds),
    matrix('weights', FLOAT32),
    matrix('base_margin', FLOAT32, undefined, 0),
    matrix('labels_lower_bound', FLOAT32),
    matrix('labels_upper_bound', FLOAT32),
    matrix('feature_names', STRING),
    matrix('feature_types', STRING),
    matrix('feature_weights', FLOAT32),
  ];
  return [uint64(fields.length), ...fields.flat()];
}

/**
 * Every number of every row, zeros too, as (column: uint32, value: float32): one that is left out would be a missing
 * value.
 */
function entries(rows: readonly Row[], width: number): Buffer[] {
  const columns = new Uint32Array(2 * rows.length * width);
  const values = new Float32Array(columns.buffer);
  let at = 0;
  for (const { features } of rows) {
    for (let column = 0; column < width; column++) {
      columns[at++] = column;
      values[at++] = features[column]!;
    }
  }
  return [uint64(rows.length * width), bytes(columns)];
}

function scalar(name: string, value: number): Buffer[] {
  return [...header(name, UINT64, true), uint64(value)];
}

/** A column of numbers, empty unless given. */
function matrix(
  name: string,
  type: number,
  data: Float32Array | Uint32Array = new Uint32Array(0),
  columns = 1,
): Buffer[] {
  return [...header(name, type, false), uint64(data.length), uint64(columns), ...list(data)];
}

function header(name: string, type: number, isScalar: boolean): Buffer[] {
  return [uint64(name.length), Buffer.from(name), Buffer.of(type, +isScalar)];
}

function list(data: Float32Array | Uint32Array | BigUint64Array): Buffer[] {
  return [uint64(data.length), bytes(data)];
}

function uint64(value: number): Buffer {
  return bytes(BigUint64Array.of(BigInt(value)));
}

function bytes({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
