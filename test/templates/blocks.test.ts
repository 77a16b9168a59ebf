import { expect, test } from '@jest/globals';
import { evenBlocks, fillsGrid, gridOf, threadGrids } from '../../src/templates/blocks.js';

test('grids have one part a thread, or two', () => {
  expect(threadGrids(2, 1, [100, 1])).toEqual(['2x1', '4x1', 'none']);
  expect(threadGrids(2, 8, [100, 1])).toContain('1x1');
  expect(threadGrids(1, 1, [100, 100])).toEqual(['none']);
});

test('where no such grid fits, the one that busies most threads is offered', () => {
  expect(threadGrids(7, 1, [4, 5])).toEqual(['2x3', 'none']);
  expect(threadGrids(64, 1, [1, 63])).toEqual(['1x63', 'none']);
  expect(threadGrids(2, 1, [1, 1])).toEqual(['none']);
});

test('a grid is filled when no part is without a tile', () => {
  expect(fillsGrid('2x3', [2, 3])).toBe(true);
  expect(fillsGrid('2x3', [1, 6])).toBe(false);
  expect(gridOf('none')).toEqual([1, 1]);
});

test('blocks cut an extent evenly; a short extent is one', () => {
  expect(evenBlocks(40, 64, 1024)).toEqual([40]);
  for (const extent of [64, 100, 777, 5000]) {
    const sizes = evenBlocks(extent, 64, 1024);
    expect(sizes.length).toBeGreaterThan(0);
    for (const size of sizes) expect(size >= 64 && size <= 1024).toBe(true);
  }
});
