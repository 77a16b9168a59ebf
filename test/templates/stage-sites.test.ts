import { describe, expect, test } from '@jest/globals';
import { computationOf } from '../../src/operator/operator.js';
import { pipeline } from '../../src/operator/pipeline.js';
import { StageGraph, type Chosen, type Site } from '../../src/templates/stage-sites.js';

function graphOf(stages: string): StageGraph {
  const workload = pipeline.workload(undefined, { height: '34', width: '66', stages });
  return new StageGraph(computationOf(pipeline, workload));
}

function chosen(...sites: readonly Site[]): Chosen {
  return { siteOf: (stage) => sites[stage - 1]!, rowsAtOnce: () => 2, tile: () => [8, 64] };
}

/** The output is 0, its source 1, and the one before that 2. */
const chain = graphOf('a=map(x:a*a);b=stencil(a:3x1);c=stencil(b:1x3)');

/** Row sums that an output reads beside what they are sums of. */
const diamond = graphOf('a=map(x:a*a);b=sums(a);c=map(a,b:a/b)');

describe('sites of stages', () => {
  test.each<[Site, Site, boolean]>([
    ['root', 'row', true],
    ['tile', 'tile', true],
    ['tile', 'row', false],
    ['row', 'tile', true],
    ['row', 'row', true],
    ['inline', 'row', true],
  ])('of a reader at %s, %s is legal for its producer: %s', (reader, site, isLegal) => {
    expect(chain.isLegal(2, chosen(reader, site))).toBe(isLegal);
  });

  test('a sum has no place in an expression', () => {
    expect(diamond.isLegal(1, chosen('inline'))).toBe(false);
  });

  test('a producer of two readers is where both can read it', () => {
    expect(diamond.isLegal(2, chosen('row', 'row'))).toBe(true);
    expect(diamond.isLegal(2, chosen('tile', 'row'))).toBe(false);
    expect(diamond.isLegal(2, chosen('root', 'tile'))).toBe(false);
    expect(diamond.isLegal(2, chosen('root', 'root'))).toBe(true);
  });

  test('the root of a stage is the one in whose loops it lies', () => {
    expect(chain.rootOf(2, chosen('tile', 'tile'))).toBe(0);
    expect(chain.rootOf(2, chosen('root', 'row'))).toBe(1);
    expect(chain.rootOf(2, chosen('inline', 'row'))).toBe(0);
  });

  test('rows that neighbours need are computed again', () => {
    // Of 32 rows in tiles of 8, or 2 at a time, each tile needs 2 rows more of what a stencil of 3 rows reads.
    expect(chain.recomputed(2, chosen('tile', 'tile'))).toBeCloseTo((4 * 10) / 34);
    expect(chain.recomputed(2, chosen('row', 'row'))).toBeCloseTo((16 * 4) / 34);
    expect(chain.recomputed(2, chosen('root', 'root'))).toBe(1);
  });

  test('what is inline counts as what it reads', () => {
    expect(chain.readsOf(0, chosen('root', 'root'))).toBe(6);
    expect(chain.readsOf(0, chosen('inline', 'root'))).toBe(3 * 6 + 3);
  });
});
