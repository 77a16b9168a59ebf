import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SpaceBuilder } from '../../src/space/builder.js';
import { fromEntities, toEntities, type Entity } from '../../src/space/entity.js';
import type { Knob } from '../../src/space/knob.js';
import { Space } from '../../src/space/space.js';
import { UsageError } from '../../src/target/errors.js';

const chosen = new SpaceBuilder()
  .split('tile_x', 56, 3)
  .split('tile_y', 56, 2, { policy: 'verbose' })
  .choice('unroll', [true, false])
  .choice('steps', [0, 16, 512])
  .choice('layout', ['nchw', 'nhwc'])
  .constraint('The tile is too large.', ({ tile_x, tile_y }) => tile_x[2] * tile_y[1] <= 512)
  .build();
const foreign: readonly Knob[] = [
  {
    name: 'order',
    kind: 're',
    values: [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ],
  },
  {
    name: 'ann',
    kind: 'an',
    values: [
      ['none', 'vec'],
      ['unroll', 'vec'],
      ['vec', 'none'],
    ],
  },
];
const space = new Space([...chosen.knobs, ...foreign], chosen.constraints);

const example: readonly Entity[] = [
  ['tile_x', 'sp', [-1, 2, 14]],
  ['tile_y', 'sp', [-1, 32]],
  ['unroll', 'ot', false],
  ['steps', 'ot', 16],
  ['layout', 'ot', 'nhwc'],
  ['order', 're', [2, 0, 1]],
  ['ann', 'an', ['unroll', 'vec']],
];

/** The example with one entity in place of that of the same name. */
function withEntity(entity: Entity): Entity[] {
  return example.map((other) => (other[0] === entity[0] ? entity : other));
}

describe('entities', () => {
  test('are the knobs in the order of the space, in any order on the way back', () => {
    const config = fromEntities(space, example);
    expect(toEntities(space, config)).toEqual(example);
    expect(fromEntities(space, example.toReversed())).toEqual(config);
  });

  test('make a round trip, also through JSON', () => {
    fc.assert(
      fc.property(fc.nat(space.rawSize - 1), (index) => {
        fc.pre(space.isValid(index));
        const config = space.get(index);
        const entities = JSON.parse(JSON.stringify(toEntities(space, config))) as Entity[];
        expect(fromEntities(space, entities)).toEqual(config);
      }),
    );
  });

  test('when the outermost size of a split is spelled out then it means -1', () => {
    const config = fromEntities(space, withEntity(['tile_x', 'sp', [2, 2, 14]]));
    expect(config).toEqual(fromEntities(space, example));
    // 2 = ceil(56 / 32)
    expect(fromEntities(space, withEntity(['tile_y', 'sp', [2, 32]])).values.tile_y).toEqual([-1, 32]);
    expect(() => fromEntities(space, withEntity(['tile_x', 'sp', [3, 2, 14]]))).toThrow('no value [3,2,14]');
  });
});

describe('entities that are no config of the space', () => {
  test.each([
    ['an unknown knob', [...example, ['tile_z', 'ot', 1]], 'There is no knob "tile_z"; the nearest is "tile_x".'],
    ['a missing knob', example.slice(1), 'The knob "tile_x" is missing.'],
    ['a knob twice', [...example, example[0]], 'The knob "tile_x" is given twice.'],
    ['another kind', withEntity(['steps', 'sp', [16]]), 'The knob "steps" is of kind "ot", not "sp".'],
    ['an unknown number', withEntity(['steps', 'ot', 500]), 'no value 500; the nearest is 512.'],
    ['a small unknown number', withEntity(['steps', 'ot', 3]), 'no value 3; the nearest is 0.'],
    ['unknown sizes', withEntity(['tile_x', 'sp', [-1, 3, 14]]), 'no value [-1,3,14]; the nearest is [-1,4,14].'],
    ['a wrong number of sizes', withEntity(['tile_x', 'sp', [-1, 3]]), 'The knob "tile_x" has no value [-1,3]'],
    ['an unknown word', withEntity(['layout', 'ot', 'nwhc']), 'no value "nwhc"; the nearest is "nhwc".'],
    ['an unknown annotation', withEntity(['ann', 'an', ['vec', 'vec']]), 'The knob "ann" has no value ["vec","vec"]'],
    [
      'a forbidden config',
      withEntity(['tile_x', 'sp', [-1, 1, 56]]),
      'The config is forbidden: The tile is too large.',
    ],
    ['a prototype key', [...example, ['__proto__', 'ot', 1]], 'There is no knob "__proto__"'],
  ] as const)('when there is %s then it says so', (_, entities, sentence) => {
    const attempt = () => fromEntities(space, entities as readonly Entity[]);
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(sentence);
  });

  test('when a value is endless then the message is not', () => {
    const attempt = () => fromEntities(space, withEntity(['layout', 'ot', 'x'.repeat(100_000)]));
    expect(attempt).toThrow(/^.{1,200}$/);
  });
});
