import { afterEach, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { RetuneRow } from '../../src/products/retune/retune-rows.js';
import { printRow } from '../../src/cli/render/retune-row.js';

const before = process.env['GITHUB_ACTIONS'];
afterEach(() => {
  if (before === undefined) delete process.env['GITHUB_ACTIONS'];
  else process.env['GITHUB_ACTIONS'] = before;
});

const kept: RetuneRow = {
  operator: 'matmul',
  workload: 'gemm.512',
  target: 'llvm',
  verdict: 'kept',
  ratio: 0.5,
  low: 0.4,
  high: 0.6,
  bad: false,
  changed: false,
  reason: '50% slower\n::set-output name=x::y',
  template: 'matmul.blocked',
  index: 1,
  seconds: 1e-3,
  trials: 0,
  fingerprint: 'here',
  from: null,
  log: 'a.jsonl',
};

/** What is said of a row on stderr. */
function said(row: RetuneRow): string {
  const lines: string[] = [];
  const plain = new Chalk({ level: 0 });
  printRow(row, {
    stdout: () => undefined,
    stderr: (text) => lines.push(text),
    paint: plain,
    paintStderr: plain,
    status: () => undefined,
    interactive: false,
    whenClosed: () => undefined,
  });
  return lines.join('\n');
}

test.each<[verdict: RetuneRow['verdict'], bad: boolean, level: string | undefined, words?: string]>([
  ['slower', true, 'error'],
  ['failed', true, 'error'],
  ['slower', false, 'warning'],
  ['noisy', false, 'warning', 'too noisy to judge'],
  ['kept', false, undefined],
  ['faster', false, undefined],
])('on GitHub %s, bad: %s, is annotated as %s', (verdict, bad, level, words = verdict) => {
  const row = { ...kept, verdict, bad };
  process.env['GITHUB_ACTIONS'] = 'true';
  const annotations = said(row).match(/^::.*$/gm) ?? [];
  expect(annotations).toHaveLength(level === undefined ? 0 : 1);
  // On one line, in which no text ends the annotation or begins another command.
  if (level !== undefined)
    expect(annotations[0]).toMatch(
      new RegExp(
        `^::${level} title=tune::matmul gemm\\.512 on llvm: ${words}, ratio 0\\.50 .*50%25 slower :\\\\u003aset-output name=x:\\\\u003ay\\)`,
      ),
    );
  delete process.env['GITHUB_ACTIONS'];
  expect(said(row)).not.toContain('title=tune');
});
