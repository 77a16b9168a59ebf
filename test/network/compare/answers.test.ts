import { expect, test } from '@jest/globals';
import { ownAnswers, sharedOutputs, theirAnswers } from '../../../src/network/compare/answers.js';

const outputs = [
  { name: 'all', type: 'float32', shape: [2] },
  { name: 'rows', type: 'float32', shape: [3, 2], counted: { axis: 0, by: 3 } },
  { name: 'labels', type: 'int64', shape: [3], counted: { axis: 0, by: 3 } },
  { name: 'rows_count', type: 'int64', shape: [] },
];

function written(...arrays: readonly (Float32Array | BigInt64Array)[]): Uint8Array {
  return Buffer.concat(arrays.map(({ buffer }) => new Uint8Array(buffer)));
}

const own = ownAnswers(
  outputs,
  written(Float32Array.of(1, 2), Float32Array.of(3, 4, 5, 6, 0, 0), BigInt64Array.of(7n, 8n, 0n), BigInt64Array.of(2n)),
);

test('of ours, what is there of outputs, without those that say extents', () => {
  expect(sharedOutputs(outputs).map(({ name }) => name)).toEqual(['all', 'rows', 'labels']);
  expect(own.map((answer) => [...answer])).toEqual([
    [1, 2],
    [3, 4, 5, 6],
    [7, 8],
  ]);
});

test('of a runtime, as much as ours', () => {
  const theirs = [Float32Array.of(1, 2), Float32Array.of(3, 4, 5, 6), BigInt64Array.of(7n, 9n)];
  expect(theirAnswers(outputs, own, written(...theirs))?.map((answer) => [...answer])).toEqual([
    [1, 2],
    [3, 4, 5, 6],
    [7, 9],
  ]);
  expect(theirAnswers(outputs, own, written(...theirs.slice(1)))).toBeUndefined();
});
