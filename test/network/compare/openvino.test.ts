import { describe, expect, test } from '@jest/globals';
import { readOpenVinoProfile } from '../../../src/network/compare/openvino.js';
import { WorkError } from '../../../src/target/errors.js';

describe('OpenVINO', () => {
  test('has a profile of nodes with those of the model that they compute', () => {
    const nodes = [
      { name: 'Multiply_3', op: 'Convolution', seconds: 2e-6, origins: ['conv', 'norm'] },
      { name: 'fake', op: 'Reorder', seconds: 1e-6, origins: [] },
    ];
    expect(readOpenVinoProfile(JSON.stringify(nodes))).toEqual([
      { name: 'Multiply_3', seconds: 2e-6, origins: ['conv', 'norm'], converts: false },
      { name: 'fake', seconds: 1e-6, origins: [], converts: true },
    ]);
    for (const text of ['{}', '[{"name": "a"}]', '[{"name": "a", "op": "b", "seconds": -1, "origins": []}]', '['])
      expect(() => readOpenVinoProfile(text)).toThrow(WorkError);
  });
});
