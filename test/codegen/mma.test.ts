import { describe, expect, test } from '@jest/globals';
import { elementText, fragmentsPlace } from '../../src/backend/cuda/codegen/fragments.js';
import { Scope } from '../../src/backend/cuda/codegen/scope.js';
import { generateCuda } from '../../src/backend/cuda/codegen/cuda.js';
import { InstantiationError } from '../../src/ir/errors.js';
import { add, div, mod, scale, variable, Var } from '../../src/ir/index.js';
import type { Index } from '../../src/ir/index.js';
import { lower } from '../../src/ir/lower.js';
import type { Schedule } from '../../src/ir/schedule.js';
import type { Stage } from '../../src/ir/stage.js';
import { input } from '../../src/ir/compute.js';
import type { DType } from '../../src/ir/tensor.js';
import { tensorCoreSchedule } from '../support/tensor-cores.js';

const tiles = {
  ...{ warps_m: 1, warps_n: 1, tile_m: 1, tile_n: 2, block_k: 16, vector_a: 1, vector_b: 1, pad: 16 },
  ...{ unroll_k: 1, order: 'mn', buffers: 1, split_k: 1 },
} as const;

/** The schedule of a product of one type in the tiles of another. */
const schedule = (dtype: DType, ofTiles = dtype): Schedule =>
  tensorCoreSchedule('mma', { m: '32', n: '32', k: '64', dtype }, tiles, ofTiles);

function stage(s: Schedule, name: string): Stage {
  return s.stages.find(({ tensor }) => tensor.name === name)!;
}

function text(s: Schedule): string {
  return generateCuda(lower(s)).source;
}

function refusing(s: Schedule): () => string {
  return () => text(s);
}

describe('products of fragments', () => {
  test.each(['tfloat32', 'float16', 'bfloat16'] as const)('of %s are instructions', (dtype) => {
    expect(text(schedule(dtype))).toContain(`mma_${dtype}(C_acc[j22], A_shared_fragment[0], B_shared_fragment[j22]);`);
  });

  test('of float32 are refused', () => {
    expect(refusing(schedule('float32', 'tfloat32'))).toThrow(
      new InstantiationError('there is no instruction for 16 × 16 × 8 products of float32'),
    );
  });

  test('of other extents than those of an instruction are refused', () => {
    expect(refusing(schedule('tfloat32', 'float16'))).toThrow(
      new InstantiationError('there is no instruction for 16 × 16 × 16 products of tfloat32'),
    );
    expect(refusing(schedule('float16', 'tfloat32'))).toThrow('16 × 16 × 8 products of float16');
  });

  test('are refused where the tensorized loops are not those of a product', () => {
    const s = schedule('float16');
    const acc = stage(s, 'C_acc');
    acc.unroll(acc.loops.at(-3)!);
    expect(refusing(s)).toThrow(
      new InstantiationError('the tensorized loops of C_acc are not a matrix product: tensorize loops of m, n and k'),
    );
  });

  test('are refused where anything else is computed inside them', () => {
    const s = schedule('float16');
    const [acc, copy] = [stage(s, 'C_acc'), stage(s, 'B_shared_fragment')];
    copy.computeAt(acc, acc.loops.at(-3)!);
    expect(refusing(s)).toThrow(
      new InstantiationError(
        `the tensorized loop ${acc.loops.at(-3)!.name} has more than one statement: tensorize only the innermost product`,
      ),
    );
  });

  test('are refused where an operand is in no fragments', () => {
    const s = schedule('float16');
    stage(s, 'B_shared_fragment').scope = 'register';
    expect(refusing(s)).toThrow(
      new InstantiationError('B_shared_fragment is tensorized but not in fragments: give it the scope fragment'),
    );
  });
});

describe('an element of an accumulator', () => {
  const lane = new Var('lane', 32);
  const l = variable(lane);
  const [d, r, p] = [variable(new Var('down', 2)), variable(new Var('right', 2)), variable(new Var('pair', 2))];
  const tensor = input('acc', [16, 16]);
  const fragment = { type: 'accumulator', rows: 0, columns: 1 } as const;

  function element(row: Index, column: Index, type: 'accumulator' | 'a' = 'accumulator'): string {
    const shape = { ...fragment, type };
    const { context, fragments } = new Scope(new Map([[tensor, shape]]));
    context.alias(lane, 'threadX');
    context.places.set(tensor, fragmentsPlace('acc', tensor.shape, shape));
    return elementText({ context, fragments }, tensor, shape, [row, column]);
  }
  const own = {
    row: add(scale(d, 8), div(l, 4)),
    column: add(add(scale(r, 8), scale(mod(l, 4), 2)), p),
  };

  test('is in a register of the lane that has it', () => {
    expect(element(own.row, own.column)).toBe('acc[0].x[2 * down + 4 * right + pair]');
  });

  test.each([
    ['rows of other lanes', add(scale(d, 8), mod(l, 8)), own.column],
    ['columns of other lanes', own.row, add(add(scale(r, 8), scale(mod(div(l, 8), 4), 2)), p)],
    ['rows and columns exchanged', own.column, own.row],
  ])('is refused for %s', (_, row, column) => {
    expect(() => element(row, column)).toThrow(
      new InstantiationError(
        'a lane reads an element of acc that another lane holds: read it along the layout of the fragment',
      ),
    );
  });

  test('is refused of an operand, whose elements lie in words', () => {
    expect(() => element(own.row, own.column, 'a')).toThrow(InstantiationError);
  });
});
