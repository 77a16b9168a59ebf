import { expect, test } from '@jest/globals';
import { joinStates, type GpuState } from '../../src/measure/gpu-state.js';

test('rounds of finals keep the first and the last reading, and all reasons', () => {
  const round = (sm: number, ...clockReasons: string[]): GpuState => ({
    launch: 'graph',
    smMHz: [sm, sm - 15],
    clockReasons,
  });
  expect(joinStates([round(1980, 'gpu_idle'), round(1700, 'sw_power_cap'), round(1500, 'gpu_idle')])).toEqual({
    launch: 'graph',
    smMHz: [1980, 1485],
    clockReasons: ['gpu_idle', 'sw_power_cap'],
  });
  expect(joinStates([{ launch: 'graph' }, { launch: 'stream' }])).toEqual({ launch: 'stream' });
});
