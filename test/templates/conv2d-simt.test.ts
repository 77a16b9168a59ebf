import { describe, expect, test } from '@jest/globals';
import { eachStatement } from '../../src/codegen/accesses.js';
import { conv2d } from '../../src/operator/conv2d.js';
import type { Values } from '../../src/space/space.js';
import { generate } from '../../src/backend/generate.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Task } from '../../src/templates/template.js';
import { sm90 } from '../support/targets.js';
import { nestOf } from '../../src/templates/nest.js';

const template = findTemplate('conv2d.simt');

function taskOf(shape: Readonly<Record<string, string>>): Task {
  const workload = conv2d.workload(undefined, { stride: '1', ...shape });
  return { template, workload, target: sm90, space: template.define(workload, sm90) };
}

// 32 accumulators a thread, 112 threads: a part of rc channels copies 16 * rc * 3 or 4 elements of the image and 32 *
// rc * 9 weights.
const image = { inChannels: '64', height: '56', width: '56', outChannels: '64' };
const tiles = {
  ...{ tile_f: [-1, 2, 8, 4], tile_y: [-1, 1, 1, 2], tile_x: [-1, 1, 14, 2] },
  ...{ vector_data: 1, vector_weights: 1, buffers: 1, pad: 0 },
};

describe('what auto_unroll_max_step unrolls', () => {
  const taps3 = taskOf({ ...image, kernel: '3', pad: '1' });
  const taps1 = taskOf({ ...image, kernel: '1', pad: '0' });
  const whole = { tile_ry: [-1, 3], tile_rx: [-1, 3] };
  const single = { tile_ry: [-1, 1], tile_rx: [-1, 1] };

  /** Loops of the sum that are unrolled, with who does it; loops of one iteration are none. */
  function unrolled({ space, ...task }: Task, values: Values): string[] {
    const config = space.config({ ...tiles, ...values });
    const found = new Set<string>();
    eachStatement(nestOf({ space, ...task }, config).body, (s) => {
      if (s.kind !== 'for' || !/^(ic|kh|kw)/.test(s.loop.name)) return;
      if (s.annotation === 'unroll') found.add(`${s.loop.name} ${s.explicit ? 'in the text' : 'by the compiler'}`);
      else if ((s.unrollFactor ?? 1) > 1) found.add(`${s.loop.name} by the compiler`);
    });
    return [...found];
  }

  test.each([
    ['nothing', taps3, { ...whole, tile_rc: [-1, 4], auto_unroll_max_step: 0 }, []],
    [
      '32 * 3 * 3 steps, not 4 times as many',
      taps3,
      { ...whole, tile_rc: [-1, 4], auto_unroll_max_step: 512 },
      ['khi', 'kwi'],
    ],
    ['32 * 9 * 4 steps', taps3, { ...whole, tile_rc: [-1, 4], auto_unroll_max_step: 1500 }, ['ici', 'khi', 'kwi']],
    [
      'channels of a kernel without neighbours',
      taps1,
      { ...single, tile_rc: [-1, 16], auto_unroll_max_step: 512 },
      ['ici'],
    ],
  ] as const)('%s', (_, task, values, loops) => {
    expect(unrolled(task, { ...values, unroll_explicit: 0 })).toEqual(loops.map((name) => `${name} by the compiler`));
    expect(unrolled(task, { ...values, unroll_explicit: 1 })).toEqual(loops.map((name) => `${name} in the text`));
  });

  test('parts of the sum, with their copies, which the compiler unrolls', () => {
    const values = { ...single, tile_rc: [-1, 2], auto_unroll_max_step: 1500 };
    const parts = ['kho by the compiler', 'kwo by the compiler'];
    expect(unrolled(taps3, { ...values, unroll_explicit: 0 })).toEqual([...parts, 'ici by the compiler']);
    expect(unrolled(taps3, { ...values, unroll_explicit: 1 })).toEqual([...parts, 'ici in the text']);
    // 32 * 2 and some copies, 9 times, are more than 512.
    expect(unrolled(taps3, { ...values, auto_unroll_max_step: 512, unroll_explicit: 0 })).toEqual([
      'kwo by the compiler',
      'ici by the compiler',
    ]);
    expect(unrolled(taps3, { ...values, buffers: 2, unroll_explicit: 0 })).toEqual(['ici by the compiler']);
  });

  test('the register tile always, by whoever unroll_explicit says', () => {
    const values = { ...whole, tile_rc: [-1, 4], auto_unroll_max_step: 0 };
    const [asked, unrolledLoops] = [0, 1].map((unroll_explicit) => {
      const config = taps3.space.config({ ...tiles, ...values, unroll_explicit });
      return generate(taps3, config).source.match(/ \+= /g)!.length;
    });
    expect([asked, unrolledLoops]).toEqual([1, 32]);
  });
});
