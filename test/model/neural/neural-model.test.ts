import { describe, expect, test } from '@jest/globals';
import { byGain } from '../../../src/learning/losses.js';
import { operations } from '../../../src/learning/operations.js';
import type { Row } from '../../../src/model/model.js';
import type { Net } from '../../../src/model/neural/net.js';
import { NeuralModel } from '../../../src/model/neural/neural-model.js';
import { linear } from '../../../src/model/neural/parts.js';
import { syntheticRows } from '../fixtures.js';

const plain: Net = {
  name: 'layer',
  rate: 0.05,
  embed: (tape, weights, { numbers }) => linear(tape, weights, 'layer', numbers, 4),
  loss: (tape, scores, labels, groups) => operations.pairwise(tape, scores, labels, groups, byGain),
};
const withTwin: Net = { ...plain, hasTwin: true };

/** Rows of another machine, and each time eight more of this one, which has everything the other way round. */
const elsewhere = syntheticRows(64).map((row): Row => ({ ...row, hardware: 'elsewhere' }));
const own = syntheticRows(64, { seed: 2, group: 'own' }).map((row) => ({ ...row, score: 1 - row.score }));
const known = (fits: number): readonly Row[] => [...elsewhere, ...own.slice(0, 8 * fits)];

function layerOf(model: NeuralModel): Float32Array {
  const bytes = Buffer.from(model.save({ script: '', data: [], seed: 1 }).matrices['layer']!.data, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** The layer's weights after each of so many fits, the first of which knows the other machine alone. */
async function layersOf(
  net: Net,
  rowsOf: (fit: number) => readonly Row[],
  fits: number,
): Promise<readonly Float32Array[]> {
  const model = new NeuralModel(net, { visits: 512 });
  const layers: Float32Array[] = [];
  for (let fit = 0; fit < fits; fit++) {
    await model.fit(rowsOf(fit));
    layers.push(layerOf(model));
  }
  return layers;
}

describe('a momentum twin', () => {
  test('is what the fifth fit begins from, where another machine is known', async () => {
    const [twin, none] = [await layersOf(withTwin, known, 6), await layersOf(plain, known, 6)];
    expect(twin.slice(0, 4)).toEqual(none.slice(0, 4));
    expect(twin[4]).not.toEqual(none[4]);
  });

  test('follows by a hundredth a fit, so that it is hardly moved by then', async () => {
    const away = async (net: Net): Promise<number> => {
      const model = new NeuralModel(net, { visits: 1 });
      await model.fit(known(0));
      const first = layerOf(model);
      for (let fit = 1; fit < 5; fit++) await model.fit(known(fit));
      return distance(first, layerOf(model));
    };
    // A fit of one step after the twin, against four of them.
    expect(await away(withTwin)).toBeLessThan(0.5 * (await away(plain)));
  });

  test('is not asked where no other machine is known', async () => {
    const alone = (fit: number): readonly Row[] => own.slice(0, 8 * (fit + 1));
    expect(await layersOf(withTwin, alone, 6)).toEqual(await layersOf(plain, alone, 6));
  });
});
