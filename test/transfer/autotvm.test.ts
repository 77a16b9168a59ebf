import { describe, expect, test } from '@jest/globals';
import { conv2d } from '../../src/operator/conv2d.js';
import { decode, type TuneRecord } from '../../src/log/record/record.js';
import { findTemplate } from '../../src/templates/registry.js';
import { priorOf } from '../../src/transfer/family.js';
import { historiesIn } from '../../src/transfer/record-histories.js';
import { historyOfTask } from '../../src/transfer/known-tasks.js';
import { cudaLine } from '../log/record/fixtures.js';
import { sm90 } from '../support/targets.js';

/** AutoTVM's line with texts in it replaced: that of TopHub says no architecture. */
function recordOf(...changes: readonly (readonly [string, string])[]): TuneRecord {
  const target = [
    'cuda -model=1080ti',
    'cuda -keys=cuda,gpu -arch=sm_75 -max_num_threads=1024 -model=unknown',
  ] as const;
  const line = [target, ...changes].reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, cudaLine);
  return decode(line) as TuneRecord;
}

describe("a line of AutoTVM's conv2d_nchw.cuda", () => {
  const template = findTemplate('conv2d.simt');
  const image = { inChannels: '2048', height: '7', width: '7', outChannels: '512', kernel: '1', stride: '1', pad: '0' };
  const workload = conv2d.workload(undefined, image);
  const task = { template, workload, target: sm90, space: template.define(workload, sm90) };

  const tiles = {
    ...{ tile_f: [-1, 1, 32, 1], tile_y: [-1, 1, 1, 1], tile_x: [-1, 1, 7, 1] },
    ...{ tile_rc: [-1, 16], tile_ry: [-1, 1], tile_rx: [-1, 1] },
  };
  const ours = { vector_data: 1, vector_weights: 1, buffers: 1, pad: 0 };

  test.each([512, 0])(
    'with auto_unroll_max_step = %d and unroll_explicit = 1 is what conv2d.simt tries first',
    (step) => {
      const step512 = '"auto_unroll_max_step", "ot", 512';
      const { histories, unused } = historiesIn(conv2d, [recordOf([step512, step512.replace('512', `${step}`)])]);
      expect(unused).toBeUndefined();
      const { warmStarts, rows } = priorOf(historyOfTask(task, 'this machine', []), histories, ['knobs']);
      expect(warmStarts.map(({ values }) => values)).toEqual([
        { ...tiles, auto_unroll_max_step: step, unroll_explicit: 1, ...ours },
      ]);
      expect(rows).toHaveLength(1);
    },
  );

  test('of another shape is one, too, as near as the space has it', () => {
    const { histories } = historiesIn(conv2d, [
      recordOf(['[512, 2048, 1, 1]', '[384, 2048, 1, 1]'], ['[16, 1, 32, 1]', '[12, 1, 32, 1]']),
    ]);
    const { warmStarts } = priorOf(historyOfTask(task, 'this machine', []), histories, ['knobs']);
    expect(warmStarts.map(({ values }) => values)).toMatchObject([tiles]);
  });

  test('of other arguments, or without a knob, is left out with the reason', () => {
    const oddArgs = historiesIn(conv2d, [recordOf(['[0, 0, 0, 0]', '[0, 0]'])]);
    const lessKnobs = historiesIn(conv2d, [recordOf([', ["unroll_explicit", "ot", 1]', ''])]);
    expect(oddArgs).toMatchObject({ histories: [] });
    expect(oddArgs.unused).toMatch(/arguments are not those of conv2d \(argument 3/);
    expect(lessKnobs).toMatchObject({ histories: [] });
    expect(lessKnobs.unused).toMatch(/"unroll_explicit" is missing/);
  });
});
