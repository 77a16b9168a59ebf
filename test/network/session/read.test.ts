import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { exportProgram } from '../../../src/backend/cpu/program/library.js';
import { readProgram } from '../../../src/network/session/read.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { writeOnnx } from '../../../src/network/onnx/write.js';
import { UsageError } from '../../../src/target/errors.js';
import { cpuSeconds } from '../../support/cpu-seconds.js';
import { model, node, value } from '../../support/onnx-builder.js';
import { ownFolder, floatType, proto, written } from '../onnx/files.js';
import { avx512 } from '../../support/targets.js';

const folder = ownFolder();

function refusal(node: readonly object[]): string {
  const graph = {
    node,
    input: [{ name: 'x', type: floatType(1n, 1n, 2n, 2n) }],
    output: [{ name: 'y', type: floatType() }],
  };
  const message = refusalOf(graph);
  if (message === undefined) throw new Error('nothing was wrong');
  return message;
}

function refusalOf(graph: object, constant: Readonly<Record<string, readonly number[]>> = {}): string | undefined {
  const path = written(folder, proto(graph));
  try {
    readProgram(path, { shape: {}, constant, without: [], precision: 'float32' }, () => ({
      target: avx512,
      exporter: { exportProgram },
    }));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('what is not supported is named at once, whichever step finds it', () => {
  const message = refusal([
    { opType: 'NGramRepeatBlock', domain: 'com.microsoft', input: ['x'], output: ['a'] },
    { opType: 'If', input: ['a'], output: ['b'], attribute: [{ name: 'bodies', type: 10 }] },
    { opType: 'StringSplit', input: ['x'], output: ['c'] },
    { opType: 'Dropout', input: ['x'], output: ['d', 'mask'] },
    { opType: 'Cast', input: ['x'], output: ['f'], attribute: [{ name: 'to', i: 7n }] },
    { opType: 'Concat', input: ['b', 'c', 'd', 'mask', 'f'], output: ['y'], attribute: [{ name: 'axis', i: 0n }] },
  ]);
  expect(message).toBe(
    'Not supported in this model: com.microsoft.NGramRepeatBlock (node "NGramRepeatBlock_0"), ' +
      'If with the list of graphs "bodies" (node "If_1"), StringSplit (node "StringSplit_2"), ' +
      'Dropout with 2 outputs (node "Dropout_3"); ' +
      'docs/reference/onnx.md lists what is. ' +
      'Give com.microsoft.NGramRepeatBlock, StringSplit in C by --operator-source FILE; ' +
      'docs/guide/operator-source.md says how.',
  );
});

test('a node that must know what an input decides is refused with how to fix that', () => {
  const body = { input: ['i', 'go', 's'].map((name) => ({ name })), output: ['go', 's'].map((name) => ({ name })) };
  const graph = {
    node: [{ opType: 'Loop', input: ['n', '', 'x'], output: ['y'], attribute: [{ name: 'body', g: body }] }],
    input: [
      { name: 'x', type: floatType(2n) },
      { name: 'n', type: { tensorType: { elemType: 7, shape: {} } } },
    ],
  };
  expect(refusalOf(graph)).toBe(
    'Not supported in this model: Loop with a trip count known only when the network runs (node "Loop_0"); ' +
      'docs/reference/onnx.md lists what is. ' +
      'Fix the inputs that decide it: --constant n=VALUES.',
  );
  expect(refusalOf(graph, { n: [3] })).toBeUndefined();
});

test('a node over what an input cuts is refused with how to fix that, and not with what is cut', () => {
  const integers = (dimValue: bigint): object => ({ tensorType: { elemType: 7, shape: { dim: [{ dimValue }] } } });
  const graph = {
    node: [
      { opType: 'Slice', input: ['x', 'zero', 'n'], output: ['part'] },
      { opType: 'ReduceMean', input: ['part'], output: ['y'] },
    ],
    input: [
      { name: 'x', type: integers(4n) },
      { name: 'n', type: integers(1n) },
    ],
    initializer: [{ name: 'zero', dims: [1n], dataType: 7, rawData: new Uint8Array(8) }],
  };
  expect(refusalOf(graph)).toBe(
    'Not supported in this model: ReduceMean of a value whose extent depends on values (node "ReduceMean_1"); ' +
      'docs/reference/onnx.md lists what is. ' +
      'Fix the inputs that decide it: --constant n=VALUES.',
  );
  expect(refusalOf(graph, { n: [3] })).toBeUndefined();
});

test('a constant that would take minutes to compute is refused before any of it is', () => {
  const constants = { a: constant(4000), b: constant(4000) };
  const path = join(folder, 'costly.onnx');
  writeOnnx(
    path,
    model({
      nodes: [node('MatMul', ['a', 'b'], ['w'], {}, 'weights'), node('MatMul', ['x', 'w'], ['y'])],
      ...{ inputs: [value('x', 1, 4000)], outputs: [value('y', 1, 4000)], constants },
    }),
  );
  const start = cpuSeconds();
  expect(() =>
    readProgram(path, { shape: {}, constant: {}, without: [], precision: 'float32' }, () => ({
      target: avx512,
      exporter: { exportProgram },
    })),
  ).toThrow(
    new UsageError(
      'Node "weights" makes a constant in 64 billion multiplications, which each call would do again: ' +
        'fold it in the model first, as `onnxsim` does.',
    ),
  );
  expect(cpuSeconds(start)).toBeLessThan(10);
});

function constant(extent: number): ConstantTensor {
  return { type: 'float32', shape: [extent, extent], data: new Float32Array(extent ** 2) };
}

test('what cannot be seen of an operator is escaped', () => {
  expect(refusal([{ opType: 'Re\u0000\u007flu', input: ['x'], output: ['y'] }])).toBe(
    'Not supported in this model: Re\\u0000\\u007flu (node "Re\\u0000\\u007flu_0"); ' +
      'docs/reference/onnx.md lists what is.',
  );
});
