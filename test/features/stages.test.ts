import { describe, expect, test } from '@jest/globals';
import { nodeWidth } from '../../src/features/layout.js';
import { coefficients } from '../../src/model/coefficients.js';
import { NeuralModel } from '../../src/model/neural/neural-model.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { viewOf } from '../../src/transfer/known-tasks.js';
import { avx512 } from '../support/targets.js';

const template = findTemplate('pipeline.stages');
const shape = { height: '66', width: '66', stages: 'a=map(x:a*a);b=stencil(a:3x3);c=map(b:a+1)' };
const task = makeTask(template, findOperator('pipeline').workload(undefined, shape), avx512);
const view = viewOf(task, ['stages']);

function columnsOf(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, number>[] {
  const config = task.space.config({ rows: 8, columns: 64, parallel: 'none', tile_0: [1, 1], ...values });
  const row = new Float32Array(view.width);
  view.write(config, row, 0);
  const { numbers } = view.layout!;
  const each = nodeWidth(view.layout!);
  const nodes = Array.from({ length: view.layout!.nodes }, (_, node) => row.subarray(node * each, (node + 1) * each));
  return nodes
    .filter(([present]) => present === 1)
    .map((node) => new Map(numbers.map((name, i) => [name, node[i + 1]!])));
}

const atRoot = { site_1: 'root', tile_1: [1, 1], site_2: 'root', tile_2: [1, 1] };
const inline = { site_1: 'inline', tile_1: [1, 1], site_2: 'inline', tile_2: [1, 1] };

describe('the view of stages', () => {
  test('has a node for each statement', () => {
    expect(columnsOf(atRoot)).toHaveLength(3);
    expect(columnsOf(inline)).toHaveLength(1);
  });

  test('counts what is computed inline where it is read', () => {
    const muls = (values: Readonly<Record<string, unknown>>): number =>
      Math.max(...columnsOf(values).map((node) => 2 ** node.get('muls')! - 1));
    expect(muls(atRoot)).toBeCloseTo(9, 0);
    expect(muls(inline)).toBeCloseTo(18, 0);
  });

  test('knows how often a stage is realized, and how much it keeps', () => {
    const stages = columnsOf({ ...atRoot, site_1: 'root', site_2: 'tile' });
    const realizations = stages.map((node) => Math.round(2 ** node.get('realizations')! - 1)).sort((a, b) => a - b);
    expect(realizations).toEqual([1, 1, 8]);
  });
});

describe('the model of coefficients', () => {
  test('learns the order of configs from a few of them', async () => {
    const random = new Random(5);
    const configs = Array.from({ length: 120 }, () => task.space.sample(random)!);
    // A machine on which loads cost ten times what the terms say, and nothing else but loops does.
    const seconds = configs.map(({ values }) =>
      columnsOf(values).reduce((sum, node) => {
        const [loads, iterations] = [node.get('term loads of runs')!, node.get('term iterations')!];
        return sum + 10 * (2 ** loads - 1) + (2 ** iterations - 1);
      }, 0),
    );
    const least = Math.min(...seconds);
    const rows = configs.map((config, i) => {
      const features = new Float32Array(view.width);
      view.write(config, features, 0);
      return { features, score: least / seconds[i]!, group: '' };
    });
    const model = new NeuralModel(coefficients, { layout: view.layout });
    await model.fit(rows.slice(0, 80));
    const rest = rows.slice(80);
    const scores = rest.map(({ features }) => model.predict(features, 1).mean[0]!);
    let [right, all] = [0, 0];
    rest.forEach((a, i) => {
      rest.slice(0, i).forEach((b, j) => {
        if (a.score === b.score) return;
        all++;
        if (a.score > b.score === scores[i]! > scores[j]!) right++;
      });
    });
    expect(right / all).toBeGreaterThan(0.8);
  });
});
