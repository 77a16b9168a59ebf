import { expect, test } from '@jest/globals';
import { cyclesOf, reachedFrom, withoutImplied, type Graph } from './graph.js';

const graph = (edges: Record<string, readonly string[]>): Graph => new Map(Object.entries(edges));

test('what a node needs is followed to the end, also outside of the graph', () => {
  const found = reachedFrom('a', graph({ a: ['b'], b: ['c', 'elsewhere'], c: [], d: ['a'] }));
  expect([...found].sort()).toEqual(['b', 'c', 'elsewhere']);
});

test('nodes that need each other are one cycle, and one that needs itself is a cycle', () => {
  expect(cyclesOf(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [], e: ['a'], f: ['f'] }))).toEqual([
    ['a', 'b', 'c'],
    ['f'],
  ]);
  expect(cyclesOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('edges that others imply are left out', () => {
  const reduced = withoutImplied(graph({ a: ['b', 'c', 'd'], b: ['c'], c: ['e'], d: [], e: [] }));
  expect(Object.fromEntries(reduced)).toEqual({ a: ['b', 'd'], b: ['c'], c: ['e'], d: [], e: [] });
});
