import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readOnnx } from '../../../../src/network/onnx/read.js';
import { readTensor } from '../../../../src/network/onnx/tensor.js';
import { Random } from '../../../../src/space/random.js';
import { UsageError } from '../../../../src/target/errors.js';
import { mutatedBytes } from '../../../support/onnx-mutations.js';
import { mutatedTree } from '../../../support/onnx-trees.js';
import { complaint, floatType, ownFolder, proto, written } from '../../../network/onnx/files.js';

const folder = ownFolder();
const path = join(folder, 'model.onnx');
const text = new TextEncoder();

function said(bytes: Uint8Array | string): string {
  written(folder, bytes);
  return complaint(path, () => readOnnx(path));
}

const relu = (input: string, output: string, name = ''): object => ({
  ...{ opType: 'Relu', name },
  input: [input],
  output: [output],
});
const tensor = (init: object): Uint8Array => proto({ initializer: [{ name: 'w', dataType: 1, ...init }] });

describe('what is no model', () => {
  test('is said to be what it is', () => {
    expect(said('')).toBe('it is empty: download or export it again.');
    expect(said('layers:\n  - conv\n')).toBe('it is text, not an ONNX file: give the model itself.');
    expect(said('\n<!DOCTYPE html><p>Not found')).toContain('HTML');
    expect(said('version https://git-lfs.github.com/spec/v1\noid sha256:00')).toContain('git lfs pull');
    expect(said(Uint8Array.of(0x1f, 0x8b, 8, 0))).toContain('gzip');
    expect(said(Uint8Array.of(0x50, 0x4b, 3, 4, 0))).toContain('zip archive');
    expect(said(Uint8Array.of(8, 8))).toContain('holds no graph');
    expect(complaint(folder, () => readOnnx(folder))).toBe('it is a folder: give a file.');
    const missing = join(folder, 'missing.onnx');
    expect(complaint(missing, () => readOnnx(missing))).toBe('there is no such file.');
  });

  test('does not make it wait, or fill memory', () => {
    const before = process.resourceUsage().maxRSS;
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(complaint(pipe, () => readOnnx(pipe))).toBe('it is not a regular file: copy it to one.');
    for (const size of [2 ** 31 - 1, 2 ** 40]) {
      written(folder, '');
      truncateSync(path, size);
      expect(complaint(path, () => readTensor(path))).toMatch(/begins with a zero|at most 2 GiB/);
    }
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(2 ** 19);
  });
});

describe('a damaged file', () => {
  test('is cut off anywhere', () => {
    const whole = tensor({ dims: [40n], rawData: new Uint8Array(160) });
    for (let length = 1; length < whole.length; length++) expect(said(whole.subarray(0, length))).toMatch(/./);
  });

  test('names the place of what cannot be', () => {
    const claims = (length: number): Uint8Array =>
      new BinaryWriter().tag(7, WireType.LengthDelimited).uint32(length).finish();
    expect(said(claims(2 ** 32 - 1))).toContain('graph claims 4294967295 bytes, and 0 are left');
    expect(said(Buffer.concat([proto(), new Uint8Array(20).fill(0xff)]))).toContain('a number at the top has no end');
    expect(said(proto({ node: [{ input: ['x'] }] }))).toContain('has no operator');
    const wrongType = new BinaryWriter().tag(7, WireType.LengthDelimited).bytes(Uint8Array.of(0x08, 0x01)).finish();
    expect(said(wrongType)).toContain('graph.node[0] has wire type 0');
    const outside = new BinaryWriter()
      .tag(7, WireType.LengthDelimited)
      .bytes(Uint8Array.of(0x0a, 0x7f, 0x22))
      .finish();
    expect(said(Buffer.concat([outside, proto()]))).toContain('graph.node[0] claims 127 bytes, and 1 are left');
  });

  test('may not make much of little', () => {
    // Two bytes each, hundreds when decoded: nodes, and numbers of a list.
    const graph = new Uint8Array(2 ** 20).map((_, index) => (index % 2 === 0 ? 0x0a : 0));
    expect(said(new BinaryWriter().tag(7, WireType.LengthDelimited).bytes(graph).finish())).toContain(
      'needs more memory',
    );
    const field = (number: number, content: Uint8Array): Uint8Array =>
      new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(content).finish();
    expect(said(field(7, field(5, field(1, new Uint8Array(2 ** 21)))))).toContain('needs more memory');
  });

  test('is nested deep in vain', () => {
    const groups = Buffer.concat([proto(), new Uint8Array(100_000).fill(0x53)]);
    expect(said(groups)).toContain('wire type 3');
  });

  test.each([
    ['bytes', mutatedBytes],
    ['meaning', mutatedTree],
  ])('gives a model or a sentence, with %s changed at random', (_, mutate) => {
    const external = [{ key: 'location', value: 'model.onnx' }];
    const originals = [
      tensor({ dims: [2n, 3n], rawData: new Uint8Array(24) }),
      tensor({ dims: [2n], dataLocation: 1, externalData: external }),
      proto({ node: [relu('x', 'a'), { ...relu('a', 'y'), attribute: [{ name: 'a', type: 7, ints: [1n, 2n] }] }] }),
    ];
    const results = { model: 0, sentence: 0 };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        written(folder, mutate(random.pick(originals), originals, random));
        try {
          readOnnx(path);
          results.model++;
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          expect(complaint(path, () => readOnnx(path))).not.toBe('');
          results.sentence++;
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(results.model, results.sentence)).toBeGreaterThan(0);
  });
});

describe('a tensor', () => {
  test.each([
    [{ dims: [2n ** 20n, 2n ** 20n] }, 'the tensor "w" has 0 bytes'],
    [{ dims: [2n ** 20n, 2n ** 20n], rawData: new Uint8Array(4) }, 'has 4 bytes of data where'],
    [{ dims: [2n ** 40n], dataType: 7 }, 'has an extent of 1099511627776'],
    [{ dims: [2n ** 30n], dataType: 7 }, 'has 0 elements where its shape needs 1073741824'],
    [{ dims: [-1n], rawData: new Uint8Array(4) }, 'has a negative extent, -1'],
    [{ dims: Array.from({ length: 65 }, () => 1n), rawData: new Uint8Array(4) }, 'has 65 dimensions'],
    [{ dims: [1n], rawData: new Uint8Array(4), floatData: [new Uint8Array(4)] }, 'has its data twice'],
    [{ dims: [1n], doubleData: [new Uint8Array(8)] }, 'is of float32 but has data of another type'],
    [{ dims: [1n], dataType: 7, int64Data: [new Uint8Array(12).fill(0xff)] }, 'end within a number'],
    [{ dims: [1n], dataType: 99 }, 'a tensor of type 99 (w)'],
    [{ dims: [1n], rawData: new Uint8Array(4), name: '' }, 'an initializer has no name'],
  ])('of %j is refused', (init, expected) => {
    expect(said(tensor(init))).toContain(expected);
  });
});

describe('data beside a model', () => {
  const raw = new Uint8Array(Float32Array.of(1, 2, 3).buffer);
  const beside = (places: Readonly<Record<string, string>>, count = 2n): Uint8Array =>
    tensor({
      dims: [count],
      dataLocation: 1,
      externalData: Object.entries(places).map(([key, value]) => ({ key, value })),
    });
  writeFileSync(join(folder, 'weights'), raw);
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'weights'), raw);
  symlinkSync(join('inner', 'weights'), join(folder, 'link'));
  symlinkSync('/etc/passwd', join(folder, 'passwd'));
  symlinkSync(dirname(folder), join(folder, 'up'));

  test.each(['weights', 'inner/weights', './weights', 'link'])('are read from %s', (location) => {
    written(folder, beside({ location, offset: '4', length: '8' }));
    expect([...readOnnx(path).constants.get('w')!.data]).toEqual([2, 3]);
  });

  test.each([
    [{ location: '/etc/passwd' }, "only a path inside of the model's folder"],
    [{ location: '../x' }, "only a path inside of the model's folder"],
    [{ location: 'inner/../../x' }, "only a path inside of the model's folder"],
    [{ location: 'a\0b' }, "only a path inside of the model's folder"],
    [{}, "only a path inside of the model's folder"],
    [{ location: 'passwd' }, "it is a link out of the model's folder"],
    [{ location: 'up/model.onnx' }, 'there is no such file'],
    [{ location: 'up' }, "it is a link out of the model's folder"],
    [{ location: '.' }, "it is a link out of the model's folder"],
    [{ location: 'inner' }, 'it is a folder'],
    [{ location: 'none\u001b[2J' }, 'none\\u001b[2J: there is no such file'],
    [{ location: 'weights', offset: '8' }, 'it has 12 bytes, and bytes 8 to 16 are needed'],
    [{ location: 'weights', offset: '-4' }, 'the offset of the external data of'],
    [{ location: 'weights', offset: '1e1' }, 'the offset of the external data of'],
    [{ location: 'weights', length: '9007199254740993' }, 'the length of the external data of'],
    [{ location: 'weights', length: '4' }, 'have 4 bytes where it takes 8'],
  ])('are refused from %j', (places, expected) => {
    expect(said(beside(places))).toContain(expected);
  });

  test('are read once by each tensor, and never more than they are', () => {
    const place = (offset: number): object[] => [
      { key: 'location', value: 'weights' },
      { key: 'offset', value: String(offset) },
    ];
    const weights = (...offsets: number[]): Uint8Array =>
      proto({
        initializer: offsets.map((offset, index) => ({
          ...{ name: `w${index}`, dims: [2n], dataType: 1, dataLocation: 1 },
          externalData: place(offset),
        })),
      });
    const tied = [...readOnnx(written(folder, weights(0, 0))).constants.values()];
    expect(tied[0]!.data.buffer).toBe(tied[1]!.data.buffer);
    expect(said(weights(0, 4))).toContain('its tensors overlap');
  });

  test('of nothing are not read into memory that is not there', () => {
    writeFileSync(join(folder, 'nothing'), '');
    truncateSync(join(folder, 'nothing'), 2 ** 42);
    const bytes = tensor({
      dims: [2n ** 20n, 2n ** 20n],
      dataLocation: 1,
      externalData: [{ key: 'location', value: 'nothing' }],
    });
    expect(said(bytes)).toContain("half of this machine's memory");
  });
});

describe('a graph', () => {
  test.each([
    [
      { node: [relu('y', 'a', 'A'), relu('a', 'y', 'B')] },
      'nodes read each other in a cycle: A, B; export or download the model again.',
    ],
    [{ node: [relu('y', 'y')] }, 'in a cycle: Relu_0; export'],
    [{ node: [relu('x', 'y'), relu('x', 'y', 'B')] }, 'the value "y" is defined twice, once by the node B'],
    [{ node: [relu('x', 'x'), relu('x', 'y')] }, 'the value "x" is defined twice'],
    [{ node: [relu('z', 'y')] }, 'the node Relu_0 reads "z", which nothing defines'],
    [{ node: [] }, 'nothing defines the output "y"'],
    [{ output: [] }, 'it has no outputs'],
    [{ input: [{ name: 'x' }] }, 'the input "x" has no type'],
    [{ input: [{ name: '', type: floatType() }] }, 'an input has no name'],
    [{ input: [{ name: 'x', type: floatType(-7n) }] }, 'the input "x" has a negative extent, -7'],
    [{ input: [{ name: 'x', type: {} }] }, 'an input that is not a tensor (x)'],
    [{ input: ['x', 'x'].map((name) => ({ name, type: floatType() })) }, 'the input "x" is declared twice'],
    [{ node: [relu('\u001b]0;\u0007\u202e', 'y', 'a\nb')] }, 'the node a b reads "\\u001b]0;\\u0007\\u202e"'],
    [
      { node: [{ ...relu('x', 'y'), attribute: ['a', 'a'].map((name) => ({ name, type: 1 })) }] },
      'the node Relu_0 (Relu) has the attribute "a" twice',
    ],
    [
      { node: [{ ...relu('x', 'y'), attribute: [{ name: 'a' }] }] },
      'the attribute "a" of the node Relu_0 (Relu) has no',
    ],
    [
      { node: [{ ...relu('x', 'y'), attribute: [{ name: 'a', type: 4, t: { dataType: 1, dims: [1n] } }] }] },
      'the attribute "a" of the node Relu_0 (Relu) has 0 bytes',
    ],
    [
      { node: [{ ...relu('x', 'y'), attribute: [{ name: 'a', s: text.encode('b'), refAttrName: 'c' }] }] },
      'reference to',
    ],
  ])('of %j is refused', (graph, expected) => {
    expect(said(proto(graph))).toContain(expected);
  });

  test('with a circle of many nodes names some', () => {
    const node = Array.from({ length: 5000 }, (_, index) => relu(`v${index}`, `v${(index + 1) % 5000}`));
    expect(said(proto({ node: [...node, relu('v0', 'y')] }))).toMatch(
      /cycle: (Relu_\d+(, )?){6} and 4994 more; export or download the model again\.$/,
    );
  });
});
