import { afterEach, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { CheckRow } from '../../src/products/retune/check-rows.js';
import { complain } from '../../src/cli/render/check-row.js';

const before = process.env['GITHUB_ACTIONS'];
afterEach(() => {
  if (before === undefined) delete process.env['GITHUB_ACTIONS'];
  else process.env['GITHUB_ACTIONS'] = before;
});

const slower: CheckRow = {
  operator: 'matmul',
  workload: 'gemm.512',
  target: 'llvm',
  verdict: 'slower',
  ratio: 0.5,
  low: 0.4,
  high: 0.8,
  bad: true,
  basis: 'turns',
  reason: null,
  template: 'matmul.blocked',
  index: 1,
  seconds: 2e-3,
  baseline_seconds: 1e-3,
  tries: 1,
  log: 'a.jsonl',
  line: 3,
  baseline_log: 'b.jsonl',
  baseline_line: 4,
};

/** What is said of a row on stderr. */
function said(row: CheckRow): readonly string[] {
  const lines: string[] = [];
  const plain = new Chalk({ level: 0 });
  complain(row, {
    stdout: () => undefined,
    stderr: (text) => lines.push(...text.split('\n')),
    paint: plain,
    paintStderr: plain,
    status: () => undefined,
    interactive: false,
    whenClosed: () => undefined,
  });
  return lines;
}

test.each<[what: string, row: Partial<CheckRow>, sentence: string]>([
  ['slower', {}, "matmul gemm.512 (a.jsonl:3) takes 2.00× the baseline's time (1.25 to 2.50)."],
  [
    'failed',
    { verdict: 'failed', ratio: null, low: null, high: null, reason: 'off by 50%\n::set-output name=x::y' },
    'matmul gemm.512 (a.jsonl:3) fails: off by 50% ::set-output name=x::y',
  ],
  ['no workload known', { operator: null, workload: 'x\n::error::y' }, 'x ::error::y (a.jsonl:3) takes 2.00× the'],
])('what is %s is an error on one line, on GitHub an annotation besides', (_, change, sentence) => {
  const row = { ...slower, ...change };
  delete process.env['GITHUB_ACTIONS'];
  expect(said(row)).toEqual([expect.stringContaining(`tune: ${sentence}`)]);
  process.env['GITHUB_ACTIONS'] = 'true';
  expect(said(row)).toEqual([
    expect.stringContaining(`tune: ${sentence}`),
    expect.stringContaining(
      `::error title=tune::${sentence.replaceAll('%', '%25').replaceAll('::', String.raw`:\u003a`)}`,
    ),
  ]);
});
