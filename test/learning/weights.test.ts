import { describe, expect, test } from '@jest/globals';
import { checkWeights, Weights, type WeightsFile } from '../../src/learning/weights.js';

const use = { model: 'gnn', reads: '48 nodes' };

function made(): Weights {
  const weights = new Weights(3);
  weights.matrix('layer', 2, 3);
  weights.constant('bias', 1, 3, 0.5);
  return weights;
}

const file = (): WeightsFile => made().save(use, { script: 'bench/train.ts', data: ['a.jsonl'], seed: 3 });

function check(parsed: unknown): WeightsFile {
  return checkWeights({ name: 'w.json', parsed }, use, made().shapes);
}

test('the seed decides the first values', () => {
  expect(made().matrix('layer', 2, 3).data).toEqual(made().matrix('layer', 2, 3).data);
  expect(new Weights(4).matrix('layer', 2, 3).data).not.toEqual(made().matrix('layer', 2, 3).data);
});

test('what is saved is what is loaded, in float32', () => {
  const loaded = new Weights(99);
  loaded.load(check(JSON.parse(JSON.stringify(file()))));
  expect(loaded.names).toEqual(made().names);
  expect([...loaded.matrix('layer', 2, 3).data]).toEqual([...Float32Array.from(made().matrix('layer', 2, 3).data)]);
});

describe('a file is refused with what does not fit', () => {
  const layer = { rows: 2, columns: 3, data: Buffer.from(new Float32Array(6).buffer).toString('base64') };
  test.each([
    ['no object', 'nonsense', 'the file'],
    ['another format', { ...file(), format: 'onnx' }, 'format'],
    ['another version', { ...file(), version: 9 }, 'of version 9, and this is version 1'],
    ['another model', { ...file(), model: 'tlp' }, 'of the model tlp'],
    ['another view', { ...file(), reads: '9 nodes' }, 'they read 9 nodes, and this run has 48 nodes'],
    ['a matrix too few', { ...file(), matrices: { layer } }, '"bias" is missing'],
    [
      'a matrix of another shape',
      { ...file(), matrices: { ...file().matrices, layer: { ...layer, rows: 3 } } },
      '"layer" is 3 × 3, and the net has 2 × 3',
    ],
    [
      'too few numbers',
      { ...file(), matrices: { ...file().matrices, more: { ...layer, rows: 3 } } },
      '"more" has not as many numbers as it says',
    ],
    [
      'a number that is none',
      {
        ...file(),
        matrices: {
          ...file().matrices,
          layer: { ...layer, data: Buffer.from(new Float32Array(6).fill(NaN).buffer).toString('base64') },
        },
      },
      '"layer" holds what is no finite number',
    ],
  ])('%s', (_, parsed, why) => {
    expect(() => check(parsed)).toThrow(`w.json holds no weights for --model gnn: `);
    expect(() => check(parsed)).toThrow(why);
  });
});

test('weights that follow others come nearer by the share', () => {
  const [slow, fast] = [made(), made()];
  fast.constant('bias', 1, 3).data.fill(1.5);
  slow.follow(fast, 0.25);
  expect([...slow.constant('bias', 1, 3).data]).toEqual([0.75, 0.75, 0.75]);
});
