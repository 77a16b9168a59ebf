import { describe, expect, test } from '@jest/globals';
import { statementsOf } from '../../../src/features/statements.js';
import { Schedule } from '../../../src/ir/schedule.js';
import { findOperator, operators } from '../../../src/operator/registry.js';
import type { ShapeOptions } from '../../../src/operator/operator.js';
import type { Config } from '../../../src/space/config.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { sketchesOf } from '../../../src/templates/sketch/derive.js';
import { nameOf, sketchNamed } from '../../../src/templates/sketch/sketch.js';
import { makeTask } from '../../../src/templates/task.js';
import { nestOf } from '../../../src/templates/nest.js';
import { nearestConfigs } from '../../../src/explorer/nearest-config.js';
import type { Task } from '../../../src/templates/template.js';
import { avx2, withThreads } from '../../support/targets.js';

const twoThreads = withThreads(avx2, 2);

function taskOf(name: string, shape: ShapeOptions, target = twoThreads): Task {
  return makeTask(findTemplate(`${name}.sketch`), findOperator(name).workload(undefined, shape), target);
}

function namesOf(name: string, shape: ShapeOptions, target = twoThreads): readonly unknown[] {
  return taskOf(name, shape, target).space.knobs.find((knob) => knob.name === 'sketch')!.values;
}

const product = { m: '64', n: '96', k: '128' };

describe('what the rules derive', () => {
  test('a product: sums in place, in registers, in blocks; finished by block where there is more than a copy', () => {
    expect(namesOf('matmul', product)).toEqual(['cache_write', 'rfactor', 'split_sum', 'tile']);
    expect(namesOf('matmul', { ...product, epilogue: 'bias,relu' })).toContain('cache_block');
  });

  test('lanes run along a sum where elements lie in runs along it', () => {
    expect(namesOf('dense', product)).toContain('rfactor');
    expect(namesOf('matmul', { ...product, transA: 'true' })).not.toContain('rfactor');
    expect(namesOf('reduce', { outer: '9', reduced: '64', inner: '1' })).toContain('rfactor');
    expect(namesOf('reduce', { outer: '9', reduced: '64', inner: '32' })).not.toContain('rfactor');
  });

  test('threads share a sum that is longer than its result', () => {
    const long = { m: '4', n: '8', k: '512' };
    expect(namesOf('matmul', long)).toContain('split_k');
    expect(namesOf('matmul', long, avx2)).not.toContain('split_k');
    expect(namesOf('matmul', product)).not.toContain('split_k');
  });

  test('what the output reads: before it, where it is read, for a block, for a tile', () => {
    const padded = namesOf('conv2d', {
      inChannels: '8',
      height: '14',
      width: '14',
      outChannels: '16',
      kernel: '3',
      pad: '1',
    });
    for (const name of ['cache_write', 'cache_write+inline', 'cache_write+fuse_outer', 'cache_write+fuse_inner'])
      expect(padded).toContain(name);
    const without = namesOf('conv2d', {
      inChannels: '8',
      height: '14',
      width: '14',
      outChannels: '16',
      kernel: '1',
      pad: '0',
    });
    expect(without.filter((name) => String(name).includes('+'))).toEqual([]);
  });

  test('sums of narrow floats are never added up in the output', () => {
    expect(namesOf('matmul', { ...product, dtype: 'bfloat16' })).toEqual(['cache_write', 'rfactor', 'cache_block']);
  });

  test('names are those of one sketch each, of every operator', () => {
    for (const operator of operators) {
      if (operator.gives === 'source') continue;
      const workload = operator.workload(undefined, {});
      const sketches = sketchesOf(new Schedule(operator.computation(workload)), twoThreads);
      expect(sketches.map((sketch) => sketchNamed(nameOf(sketch)))).toEqual(sketches);
      expect(new Set(sketches.map(nameOf)).size).toBe(sketches.length);
    }
  });
});

/** Blocks of several tiles of several elements, as far as the sketch allows. */
function largeTiles({ space }: Task, sketch: unknown): Config {
  const sizes = space.knobs.map(({ name, kind, values }) => [name, kind === 'sp' ? [-1, 4, 4] : values[0]!] as const);
  const wanted = { ...Object.fromEntries(sizes), sketch: sketch as string };
  for (const config of nearestConfigs(space, wanted)) if (config.values['sketch'] === sketch) return config;
  throw new Error(`no config of ${String(sketch)}`);
}

/** The loops of each statement, with what they run on, and how often. */
function structureOf(task: Task, sketch: unknown): string {
  return statementsOf(nestOf(task, largeTiles(task, sketch)))
    .map(({ stage, loops, lengths }) => {
      const all = loops.map(({ loop, annotation }, i) => `${loop.name} ${annotation} ${lengths[i]!}`);
      return `${stage}: ${all.join()}`;
    })
    .join('\n');
}

test.each([
  ['matmul', { ...product, epilogue: 'bias,relu' }, 5],
  ['conv2d', { inChannels: '8', height: '14', width: '14', outChannels: '16', kernel: '3', pad: '1' }, 8],
  ['softmax', { outer: '64', n: '128', inner: '1' }, 8],
  ['conv_pool', {}, 12],
] as const)('the sketches of %s are other loop nests each', (name, shape, least) => {
  const task = taskOf(name, shape);
  const names = namesOf(name, shape);
  expect(names.length).toBeGreaterThanOrEqual(least);
  const structures = names.map((sketch) => structureOf(task, sketch));
  const same = structures.flatMap((one, i) =>
    structures.indexOf(one) < i ? [[names[structures.indexOf(one)], names[i]]] : [],
  );
  expect(same).toEqual([]);
});

test('types that a computation makes no sense in are refused', () => {
  expect(() => taskOf('matmul', { ...product, dtype: 'int32' })).toThrow(/it is for float32, .* and uint8, not int32/);
  expect(() => taskOf('matmul_nbits', { dtype: 'int8' })).toThrow('it is for float32, float16 and bfloat16, not int8');
});
