/**
 * matmul by blocks: the loops of Goto's algorithm (Goto and van de Geijn, TOMS 2008; BLIS, TOMS 2015) around a register tile. A block of k is
 * summed in registers and added to C; B is packed in panels of the tile's columns, A, if at all, in panels of its rows.
 */
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { matmul, matmulShape } from '../operator/matmul.js';
import { SpaceBuilder } from '../space/builder.js';
import {
  mostSpelledOut,
  spelledOut,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
} from './register-tile.js';
import type { Template } from './template.js';

interface Knobs {
  /** Register tile: rows of C, and vectors of its columns. */
  readonly tile_m: number;
  readonly tile_n: number;
  /** Cache blocks in elements; m and n are rounded up to whole tiles. */
  readonly block_m: number;
  readonly block_n: number;
  readonly block_k: number;
  readonly pack_a: boolean;
  readonly pack_b: boolean;
  /** Which loop over the tiles of a block is the inner one. */
  readonly inner: 'm' | 'n';
  /** The blocks that threads share. */
  readonly parallel: 'none' | 'm' | 'n';
}

export const matmulBlocked: Template = {
  name: 'matmul.blocked',
  operator: 'matmul',
  target: 'llvm',
  summary: 'cache blocks and packed panels around a register tile',
  version: 1,
  tolerance: 1e-4,
  refuses: () => undefined,

  define: (workload, target) => {
    const { m, n, k, constant } = matmulShape(workload);
    const unit = target.vector;
    return new SpaceBuilder()
      .choice('tile_m', tileSizes(m, [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 28], 28))
      .choice('tile_n', tileSizes(Math.ceil(n / unit.lanes), [1, 2, 3, 4, 6], 6))
      .choice('block_m', tileSizes(m, [64, 128, 256, 512, 1024], 128))
      .choice('block_n', tileSizes(n, [64, 128, 256, 512, 1024, 2048], 128))
      .choice('block_k', tileSizes(k, [64, 128, 192, 256, 384, 512, 1024], 1024))
      .choice('pack_a', [false, true])
      .choice('pack_b', constant.length > 0 ? [true] : [true, false])
      .choice('inner', ['m', 'n'])
      .choice('parallel', target.threads > 1 ? ['m', 'n', 'none'] : ['none'])
      .constraint(tooManyRegisters(unit), (c) => tileRegisters(c.tile_m, c.tile_n) <= unit.registers)
      .constraint(tooMuchCode, (c) => {
        const columns = spelledOut(n, c.tile_n * unit.lanes) / unit.lanes;
        return spelledOut(m, c.tile_m) * Math.ceil(columns) <= mostSpelledOut(unit);
      })
      .build();
  },

  schedule: (workload, target, config) => {
    const knobs = config.values as unknown as Knobs;
    const { lanes } = target.vector;
    const s = new Schedule(matmul.computation(workload));
    const packs = packInputs(s, knobs, knobs.tile_n * lanes);
    const c = s.output;
    const acc = s.accumulate(c, 'k', knobs.block_k, 'register');
    const loops = tileOutput(c, knobs, lanes);
    placePacks(packs, c, loops, target.threads > 1 && knobs.parallel === 'm');
    if (target.threads > 1 && knobs.parallel === 'm') c.parallel(loops.im);
    if (target.threads > 1 && knobs.parallel === 'n') c.parallel(loops.jn);
    tileAccumulators(acc, c, loops.tile, lanes);
    return s;
  },
};

interface Packs {
  readonly a: Stage | undefined;
  readonly b: Stage | undefined;
}

function packInputs(s: Schedule, knobs: Knobs, columns: number): Packs {
  const [inA, inB] = s.computation.inputs;
  const ahead = s.computation.constants.includes(inB);
  const rows = knobs.tile_m;
  const a = knobs.pack_a ? s.pack(inA, [tiled(0, 'outer', rows), 1, tiled(0, 'inner', rows)]) : undefined;
  const layoutB = [tiled(1, 'outer', columns), 0, tiled(1, 'inner', columns)];
  const b = knobs.pack_b ? s.pack(inB, layoutB, ahead ? 'ahead' : 'workspace') : undefined;
  // Rows of A are read along k; the panel's columns are written with a stride, inside the L1 cache.
  a?.reorder(a.loop('d0o'), a.loop('d0i'), a.loop('d1'));
  return { a, b };
}

function tiled<Part extends 'outer' | 'inner'>(
  dim: number,
  part: Part,
  tile: number,
): { dim: number; part: Part; tile: number } {
  return { dim, part, tile };
}

interface OutputLoops {
  /** Blocks of n, of k (unless k is one block), of m. */
  readonly jn: Loop;
  readonly ko: Loop | undefined;
  readonly im: Loop;
  /** The innermost loop over tiles. */
  readonly tile: Loop;
}

/** for jn, ko, im: for tiles of the block: one register tile. */
function tileOutput(c: Stage, knobs: Knobs, lanes: number): OutputLoops {
  const columns = knobs.tile_n * lanes;
  const [iTile, ii] = c.split(c.loop('i'), knobs.tile_m, 'peel');
  const [jTile, jj] = c.split(c.loop('j'), columns, 'peel');
  const [im, ir] = c.split(iTile, Math.ceil(knobs.block_m / knobs.tile_m), 'min');
  const [jn, jr] = c.split(jTile, Math.ceil(knobs.block_n / columns), 'min');
  const [jv, jl] = c.split(jj, lanes, 'min');
  const ko = c.loops.find((l) => l.name === 'ko');
  const tiles = knobs.inner === 'm' ? [jr, ir] : [ir, jr];
  c.reorder(jn, ...(ko ? [ko] : []), im, ...tiles, ii, jv, jl);
  c.unroll(ii, jv).vectorize(jl, lanes);
  return { jn, ko, im, tile: tiles[1] };
}

/** A panel of B serves all of m, a panel of A one block. */
function placePacks({ a, b }: Packs, c: Stage, { jn, ko, im }: OutputLoops, shareB: boolean): void {
  a?.computeAt(c, im);
  if (!b || b.scope === 'ahead') return;
  b.computeAt(c, ko ?? jn);
  if (shareB) b.parallel(b.loop('d1o'));
}

/** The register tile: one vector of B at a time, times a row's element of A. */
function tileAccumulators(acc: Stage, c: Stage, tile: Loop, lanes: number): void {
  acc.computeAt(c, tile);
  const [jv, jl] = acc.split(acc.loop('j'), lanes, 'min');
  const k = acc.loops.find((l) => l.name === 'k' || l.name === 'ki')!;
  acc.reorder(k, acc.loop('i'), jv, jl);
  acc.unroll(acc.loop('i'), jv).vectorize(jl, lanes);
}
