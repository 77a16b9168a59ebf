import { expect, test } from '@jest/globals';
import type { RowFigures } from '../../bench/search/figures.js';
import { leaveOneOut } from '../../bench/search/leave-one-out.js';

const spaces = ['conv2d_A', 'conv2d_B', 'gemm_A', 'pnpoly_A'].map((title) => ({ title, arena: `${title}.json` }));

/** P on each of the spaces, in order. */
function row(name: string, scores: readonly number[], part = 'explorers and models'): RowFigures {
  return {
    part,
    name,
    isDefault: name === 'default',
    fractions: undefined,
    spaces: scores.map((byTrials, i) => ({ arena: spaces[i]!.arena, byTrials, overTime: undefined, fractions: [] })),
    byTrials: 0,
    overTime: undefined,
    score: undefined,
    error: undefined,
    milliseconds: { tasks: undefined, spaces: undefined },
  };
}

test('rows are chosen on the other kernels, each kernel counting once', () => {
  const rows = [row('default', [0.5, 0.5, 0.5, 0.5]), row('convolver', [1, 1, 0, 0]), row('other', [0, 0.2, 0.9, 0.9])];
  const found = leaveOneOut({ spaces, rows });
  expect(found.map(({ kernel, chosen }) => [kernel, chosen.row.name, chosen.score])).toEqual([
    ['conv2d', 'other', 0.1],
    ['gemm', 'default', 0.5],
    ['pnpoly', 'default', 0.5],
  ]);
  expect(found.map(({ best, standard }) => [best.row.name, standard.score])).toEqual([
    ['convolver', 0.5],
    ['other', 0.5],
    ['other', 0.5],
  ]);
});

test('rows that know something beforehand do not compete', () => {
  const rows = [row('default', [0.1, 0.1, 0.1, 0.1]), row('told', [1, 1, 1, 1], 'history')];
  expect(leaveOneOut({ spaces, rows }).map(({ best }) => best.row.name)).toEqual(['default', 'default', 'default']);
});
