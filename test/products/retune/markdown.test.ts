import { expect, test } from '@jest/globals';
import { renderMarkdown, type MarkdownRow } from '../../../src/products/retune/markdown.js';

const row: MarkdownRow = {
  operator: 'conv2d',
  workload: 'resnet18.C2',
  target: 'llvm -threads=1',
  verdict: 'faster',
  ratio: 1.2,
  low: 1.15,
  high: 1.25,
  seconds: 1.5e-3,
  trials: 48,
  reason: null,
  bad: false,
  changed: true,
  fingerprint: 'amd-epyc.2c',
};

test('verdicts are the words of the table', () => {
  const text = renderMarkdown([
    { ...row, verdict: 'noisy', changed: false },
    { ...row, verdict: 'slower', bad: false, changed: false },
  ]);
  expect(text).toContain('| llvm -threads=1 | too noisy to judge |');
  expect(text).toContain('| llvm -threads=1 | slower |');
});

test('the summary says how many changed, which gate is not met, and has a line for each workload', () => {
  const failed = {
    ...row,
    verdict: 'failed',
    ratio: null,
    low: null,
    high: null,
    seconds: null,
    bad: true,
    changed: false,
  };
  const text = renderMarkdown([row, { ...failed, reason: 'a|b <img> @you [x](y)\nnext' }]);
  expect(text).toContain('2 workloads on amd-epyc.2c: 1 changed, **1 gate not met**.');
  expect(text).toContain('| conv2d resnet18.C2 | llvm -threads=1 | faster | 1.20 (1.15 to 1.25) | 1.50 ms | 48 |  |');
  expect(text).toContain('| **failed** |  |  | 48 | a\\|b &lt;img> &\\#64;you \\[x\\](y) next |');
});
