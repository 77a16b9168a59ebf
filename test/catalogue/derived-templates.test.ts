import { describe, expect, test } from '@jest/globals';
import { allThatApply, chooseTemplates } from '../../src/catalogue/choose-templates.js';
import { matmul } from '../../src/operator/matmul.js';
import { softmax } from '../../src/operator/softmax.js';
import { findTemplate, templates } from '../../src/templates/registry.js';
import { avx2, sm90 } from '../support/targets.js';

const product = matmul.workload('gemm.512', {});
const namesOf = (...chosen: Parameters<typeof chooseTemplates>): readonly string[] =>
  chooseTemplates(...chosen).map(({ name }) => name);

describe('templates that are derived from what an operator computes', () => {
  test('compete where they are asked for', () => {
    expect(namesOf(allThatApply, product, avx2)).toEqual(['matmul.blocked']);
    expect(namesOf({ groups: [['sketch']], isAuto: true }, product, avx2)).toEqual(['matmul.blocked', 'matmul.sketch']);
  });

  test('and where nothing else serves', () => {
    const among = templates.filter(({ name }) => !['matmul.blocked', 'matmul.dot'].includes(name));
    expect(namesOf(allThatApply, product, avx2, among)).toEqual(['matmul.sketch']);
    const lacks = { ...findTemplate('matmul.blocked'), refuses: () => 'it never does' };
    expect(namesOf(allThatApply, product, avx2, [lacks, ...among])).toEqual(['matmul.sketch']);
  });

  test('a name without an operator is that template of each', () => {
    const sketch = { groups: [['sketch']], isAuto: false };
    expect(namesOf(sketch, product, avx2)).toEqual(['matmul.sketch']);
    expect(namesOf(sketch, softmax.workload(undefined, {}), avx2)).toEqual(['softmax.sketch']);
    expect(namesOf({ groups: [['blocked']], isAuto: false }, product, avx2)).toEqual(['matmul.blocked']);
    expect(() => namesOf(sketch, product, sm90)).toThrow('matmul.sketch is for llvm, not for cuda');
  });
});
