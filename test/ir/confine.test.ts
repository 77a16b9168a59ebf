import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eachStatement } from '../../src/codegen/accesses.js';
import { at, compute, input, plus, reduce, sum, times } from '../../src/ir/compute.js';
import * as ix from '../../src/ir/index.js';
import type { Index } from '../../src/ir/index.js';
import type { Tail } from '../../src/ir/loop.js';
import { lower } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import type { Computation, Value } from '../../src/ir/tensor.js';
import { constantValue, select } from '../../src/ir/value.js';
import { interpret } from '../support/interpret.js';

interface Band {
  readonly rows: number;
  readonly columns: number;
  readonly first: number;
  readonly window: number;
}

/** Of the columns of a row that a band leaves: their sum by weights, above the largest of them. */
function computation({ rows, columns, first, window }: Band): Computation {
  const [data, weights] = [input('data', [rows, columns]), input('weights', [columns])];
  const seen = (i: Index, j: Index): Index[] => {
    const behind = ix.subtract(ix.add(i, ix.constant(first - 1)), j);
    return [behind, ix.subtract(ix.constant(window - 1), behind)];
  };
  const kept =
    (otherwise: number) =>
    ([i, j]: readonly [Index, Index]): Value =>
      select(seen(i, j), at(data, i, j), constantValue(otherwise));
  const low = compute('low', [rows, columns], ['i', 'j'], kept(-100));
  const zeros = compute('zeros', [rows, columns], ['i', 'j'], kept(0));
  const largest = reduce('max', 'largest', [rows], ['i'], { j: columns }, ([i], { j }) => at(low, i, j));
  const weighed = ([i]: readonly [Index], { j }: { readonly j: Index }): Value =>
    times(at(zeros, i, j), at(weights, j));
  const output = sum('out', [rows], ['i'], { j: columns }, weighed, (total, [i]) => plus(total, at(largest, i)));
  return { inputs: [data, weights], output, constants: [] };
}

const bands = fc
  .record({
    ...{ rows: fc.integer({ min: 1, max: 12 }), columns: fc.integer({ min: 4, max: 40 }) },
    ...{ first: fc.integer({ min: 1, max: 30 }), window: fc.integer({ min: 1, max: 30 }) },
  })
  .filter(({ rows, columns, first, window }) => first + rows - 1 - window < columns);

const choices = fc.record({
  block: fc.integer({ min: 1, max: 5 }),
  grain: fc.integer({ min: 1, max: 6 }),
  tile: fc.integer({ min: 1, max: 3 }),
  tail: fc.constantFrom<Tail>('peel', 'min'),
  inBlocks: fc.integer({ min: 1, max: 9 }),
  lanes: fc.integer({ min: 1, max: 4 }),
  apart: fc.boolean(),
});

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

/** Blocks of rows, of whose columns those are computed that fill tiles. */
function confined(band: Band, c: Choices): Schedule {
  const s = new Schedule(computation(band));
  const named = (name: string) => s.stages.find(({ tensor }) => tensor.name === name)!;
  const [low, zeros, largest] = [named('low'), named('zeros'), named('largest')];
  const size = c.tile * c.grain;
  s.confine([low.tensor, zeros.tensor], 1, ([i]) => {
    const seen = ix.add(i!, ix.constant(band.first));
    const from = ix.max(ix.subtract(seen, ix.constant(band.window)), ix.zero);
    return {
      from: ix.scale(ix.div(from, size), size),
      to: ix.min(ix.scale(ix.ceilDiv(seen, size), size), ix.constant(band.columns)),
    };
  });
  const out = s.output;
  const sums = s.accumulate(out, 'j', c.inBlocks, 'workspace');
  const [blocks, row] = out.split(out.loop('i'), c.block, 'peel');
  const [jo] = out.loops.filter(({ name }) => name === 'jo');
  if (jo) out.reorder(blocks, jo, row);
  sums.computeAt(out, jo ?? blocks);
  for (const stage of [low, zeros]) {
    stage.computeAt(out, blocks);
    const [tiles, inTile] = stage.split(stage.loop('j'), c.tile, c.tail);
    stage.reorder(tiles, stage.loop('i'), inTile);
  }
  largest.computeAt(out, blocks);
  if (c.apart) {
    const { partial, rest } = s.rfactor(largest, 'j', Math.min(c.lanes, band.columns), 'workspace');
    for (const stage of [partial, ...(rest ? [rest] : [])]) stage.computeAt(out, blocks);
  }
  return s;
}

const inputsOf = ({ rows, columns }: Band): Float64Array[] =>
  [rows * columns, columns].map((n) => Float64Array.from({ length: n }, (_, i) => ((7 * i) % 13) - 6));

describe('tensors that are computed in part', () => {
  test('give what they give whole, whatever the tiles, and blocks of sums', () => {
    fc.assert(
      fc.property(bands, choices, (band, c) => {
        const want = interpret(lower(new Schedule(computation(band))), inputsOf(band));
        expect([...interpret(lower(confined(band, c)), inputsOf(band))]).toEqual([...want]);
      }),
      { numRuns: 300 },
    );
  });

  test('have loops of tiles whose bounds depend on the block', () => {
    const band = { rows: 12, columns: 40, first: 1, window: 40 };
    const c = { block: 4, grain: 2, tile: 2, tail: 'peel', inBlocks: 40, lanes: 1, apart: false } as const;
    const tiles: Index[] = [];
    eachStatement(lower(confined(band, c)).body, (statement) => {
      if (statement.kind === 'for' && statement.stage === 'low' && statement.loop.name === 'jo')
        tiles.push(statement.to);
    });
    expect(tiles).toHaveLength(1);
    expect(ix.range(tiles[0]!)).toEqual({ min: 2, max: 6 });
  });

  test('are refused where a sum does not run over all of the dimension', () => {
    const data = input('data', [8]);
    const half = compute('half', [8], ['j'], ([j]) => at(data, j));
    const output = sum('out', [1], ['i'], { j: 4 }, (_, { j }) => at(half, ix.scale(j, 2)));
    const s = new Schedule({ inputs: [data], output, constants: [] });
    expect(() => {
      s.confine([half], 0, () => ({ from: ix.zero, to: ix.constant(4) }));
    }).toThrow('half is not summed over whole along dimension 0');
  });
});
