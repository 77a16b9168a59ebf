import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import { renderChart } from '../../src/cli/render/bench-chart.js';
import { rowToJson } from '../../src/products/bench/row-to-json.js';
import { benchRowSchema } from '../../src/products/bench/bench-rows.js';
import { missingLibraries } from '../../src/products/bench/missing-libraries.js';
import { renderMarkdown, renderRowLine, renderText } from '../../src/cli/render/bench-text.js';
import { bareRow, comparedRow, setting, slowRow } from '../support/bench-rows.js';
import { join } from 'node:path';
import { quote } from '../../src/target/format.js';
import { packageRoot } from '../../src/target/root.js';

const rows = [comparedRow, slowRow, bareRow];
const text = renderText(rows, setting, new Chalk({ level: 0 }));

describe('the text', () => {
  test('has a table a suite and number of threads, a line a workload', () => {
    expect(text).toContain('resnet18, 1 thread, GFLOPS (peak 125.0, memory 20.0 GB/s)');
    const cells = text
      .split('\n')
      .find((line) => line.startsWith('resnet18.C2+any'))!
      .split(/ {2,}/);
    expect(cells).toEqual([
      'resnet18.C2+any',
      ...['100.0', '95.2', '200.0', '1.050', '1.010 .. 1.080', '80 %', '25 %', '64', '1.5'],
    ]);
    expect(text).toMatch(/resnet18, 2 threads.*\n.*\nresnet18\.C2\+any +-/);
  });

  test('sums up a table by its geometric mean and its worst row, or says that there is nothing to compare', () => {
    expect(text).toContain(
      'geometric mean 0.917 over 2 rows; worst resnet18.C3+any 0.800 (0.780 .. 0.900) against oneDNN direct; 1 below 1, 1 of them by more than the spread',
    );
    expect(text).toContain('Nothing to compare');
  });

  test('names what is only shown, what ran, what was refused, and what to tune', () => {
    expect(text).toContain('oneDNN NCHW: shown, but no rival');
    expect(text).toContain('oneDNN direct: brgconv, oneDNN 2, /lib/a');
    expect(text).toContain(
      'oneDNN Winograd left out, because it is not for this shape: resnet18.C2+any, resnet18.C3+any',
    );
    expect(text).toContain('resnet18.C2+any, 2 threads: no record: tune it with `tune conv2d`');
    expect(text).not.toContain('Tuned on another machine');
  });

  test('says when a kernel comes from another machine', () => {
    const elsewhere = { ...comparedRow, ours: { ...comparedRow.ours, here: false } };
    expect(renderText([elsewhere], setting, new Chalk({ level: 0 }))).toContain(
      'Tuned on another machine: resnet18.C2+any.',
    );
  });

  test('colours a ratio by whether its spread lies above or below 1', () => {
    const coloured = renderText([comparedRow, slowRow], setting, new Chalk({ level: 1 }));
    expect(coloured).toContain('\u001b[32m1.050\u001b[39m');
    expect(coloured).toContain('\u001b[31m0.800\u001b[39m');
  });
});

const missing = `oneDNN is not installed and left out; get it with: sh ${quote(join(packageRoot(), 'bench/onednn/install.sh'))}`;

test('missing libraries are named once, with what brings them', () => {
  expect(missingLibraries([bareRow, bareRow])).toBe(missing);
  expect(missingLibraries([comparedRow])).toBeUndefined();
});

test('a row that was just measured is one line', () => {
  expect(renderRowLine(comparedRow, '1/2')).toBe(
    '1/2 resnet18.C2+any, 1 thread: 100.0 GFLOPS, 1.050 (1.010 .. 1.080) of oneDNN direct',
  );
  expect(renderRowLine(bareRow, '2/2')).toBe('2/2 resnet18.C2+any, 2 threads: no record');
});

test('the Markdown has tables of the same number of columns in every line', () => {
  const lines = renderMarkdown(rows, setting).split('\n');
  expect(lines).toContain('## resnet18, 1 thread, GFLOPS (peak 125.0, memory 20.0 GB/s)');
  const columns = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').length);
  expect(columns).toEqual([12, 12, 12, 12, 10, 10, 10]);
  expect(lines).toContain(`- ${missing}`);
});

describe('JSON', () => {
  test('a row has the keys of CLI.md, and what is not there is null', () => {
    expect(JSON.parse(JSON.stringify(rowToJson(comparedRow, setting)))).toMatchObject({
      suite: 'resnet18',
      workload: 'resnet18.C2+any',
      threads: 1,
      peak_gflops: 125,
      ours: { template: 'matmul.blocked', seconds: 0.002, gflops: 100, peak_fraction: 0.8, bandwidth_fraction: 0.25 },
      peers: {
        'oneDNN direct': { seconds: 0.0021, gflops: expect.closeTo(95.24, 2), competes: true },
        'oneDNN NCHW': { competes: false },
      },
      left_out: { 'oneDNN Winograd': 'it is not for this shape' },
      ratio: 1.05,
      best_peer: 'oneDNN direct',
      problem: null,
    });
    for (const row of rows) expect(() => benchRowSchema.parse(rowToJson(row, setting))).not.toThrow();
    expect(JSON.parse(JSON.stringify(rowToJson(bareRow, setting)))).toMatchObject({
      ours: null,
      peers: {},
      ratio: null,
      best_peer: null,
      problem: 'no record: tune it with `tune conv2d`',
    });
  });
});

describe('the chart', () => {
  const chart = renderChart(rows, setting);
  const lengthOf = (name: string): number =>
    Number(new RegExp(`width="([\\d.]+)"[^>]*><title>resnet18\\.C2\\+any, ${name}:`).exec(chart)![1]);

  test('has one bar a contender and workload, as long as it is fast', () => {
    expect(chart.match(/<title>resnet18\.C\d\+any, [^<]*GFLOPS<\/title>/g)).toHaveLength(6);
    expect(lengthOf('oneDNN NCHW') / lengthOf('ours')).toBeCloseTo(2, 2);
    expect(chart).toContain('<title>resnet18.C2+any, ours: 100.0 GFLOPS</title>');
  });

  test('tells in words what it shows, and is well-formed', () => {
    expect(chart).toContain('role="img" aria-labelledby="title description"');
    expect(chart).toMatch(/<desc id="description">.*a-cpu\.2c.*0\.917.*at worst 0\.800 on resnet18\.C3\+any/);
    expect(chart).toContain('gcc 12 &lt;&amp;&gt;');
    const opened = chart.match(/<(?!\/)[a-z]+[^>]*[^/]>/g)!.length;
    expect(chart.match(/<\/[a-z]+>/g)).toHaveLength(opened);
  });

  test('gives no peer the colour of ours, however many there are', () => {
    const peers = Array.from({ length: 12 }, (_, i) => ({ ...comparedRow.peers.at(0)!, name: `peer ${i}` }));
    const many = renderChart([{ ...comparedRow, peers }], setting);
    const colourOf = (name: string): string => new RegExp(`fill="(#\\w+)"/><text[^>]*>${name}<`).exec(many)!.at(1)!;
    for (const { name } of peers) expect(colourOf(name)).not.toBe(colourOf('ours'));
  });

  test('names axis, machine and peak', () => {
    for (const word of [' GFLOPS</text>', 'a-cpu.2c', '>peak<', 'resnet18, 2 threads']) expect(chart).toContain(word);
  });
});
