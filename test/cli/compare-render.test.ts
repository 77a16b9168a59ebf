import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import { compareRowSchema, numberOrNull, type CompareRow } from '../../src/network/compare/compare-row.js';
import { renderCompareChart } from '../../src/cli/render/compare-chart.js';
import { renderComparison } from '../../src/cli/render/compare-text.js';

const layer = (
  kind: 'layer' | 'conversions' | 'other',
  name: string,
  nodes: string[],
  seconds: number,
  theirs: number | null,
): CompareRow['layers'][number] => ({
  ...{ kind, layer: name, nodes, seconds, alone_seconds: null },
  ...{ onnxruntime_seconds: theirs, openvino_seconds: null },
});

const compared: CompareRow = {
  network: 'small & quick',
  threads: 1,
  rounds: 99,
  ours: {
    ...{ seconds: 0.01, seconds_p10: 0.0099, seconds_p90: 0.0102 },
    ...{ load_seconds: 0.002, first_seconds: 0.011, base_bytes: 2 ** 20, peak_bytes: 2 ** 24 },
  },
  onnxruntime: {
    ...{ seconds: 0.014, seconds_p10: 0.0135, seconds_p90: 0.015 },
    ...{ load_seconds: 0.2, first_seconds: 0.03, base_bytes: 0, peak_bytes: 0 },
    description: 'ONNX Runtime 1.30.0, <threads> 1',
  },
  ratio: 1.4,
  ratio_low: 1.35,
  ratio_high: 1.45,
  largest_difference: 2.5e-6,
  largest_error: 1.5e-6,
  openvino: null,
  openvino_refusal: null,
  layers: [
    layer('layer', 'conv "1"', ['conv1', 'relu1'], 0.006, 0.009),
    layer('layer', 'concat', ['concat'], 0, 0.001),
    layer('layer', 'dropout', ['dropout'], 0, null),
    layer('conversions', 'conversions', [], 0.004, 0.002),
    layer('other', 'other', [], 0, null),
  ],
};
const slower: CompareRow = {
  ...compared,
  threads: 2,
  ...{ ratio: 0.9, ratio_low: 0.85, ratio_high: 0.95 },
  largest_difference: numberOrNull(NaN),
  largest_error: null,
};
const rows = [compared, slower];

describe('a comparison with ONNX Runtime', () => {
  test('is JSON by its schema, where a difference that is no number is null', () => {
    const read = rows.map((row) => compareRowSchema.strict().parse(JSON.parse(JSON.stringify(row))));
    expect(read).toEqual(rows);
    expect(read.map((row) => row.largest_difference)).toEqual([2.5e-6, null]);
    expect(read.map((row) => row.largest_error)).toEqual([1.5e-6, null]);
    expect(read[0]).toMatchObject({ ratio: 1.4, ratio_low: 1.35, ratio_high: 1.45, ours: { seconds: 0.01 } });
    expect(read[0]!.layers[1]).toEqual({
      ...{ kind: 'layer', layer: 'concat', nodes: ['concat'] },
      ...{ seconds: 0, alone_seconds: null, onnxruntime_seconds: 0.001, openvino_seconds: null },
    });
  });

  test('is a table of calls, and one of layers a number of threads', () => {
    const text = renderComparison(rows, new Chalk({ level: 0 }));
    const cells = (start: string): string[] =>
      text
        .split('\n')
        .find((line) => line.startsWith(start))!
        .split(/ {2,}/);
    expect(cells('1 ')).toEqual([
      '1',
      '10.0 ms',
      'ONNX Runtime',
      '14.0 ms',
      '1.400',
      '1.350 .. 1.450',
      '2.5e-6',
      '1.5e-6',
      '99',
    ]);
    expect(cells('2 ')).toEqual([
      '2',
      '10.0 ms',
      'ONNX Runtime',
      '14.0 ms',
      '0.900',
      '0.850 .. 0.950',
      'not numbers',
      'not numbers',
      '99',
    ]);
    const starts = text.split('\n').filter((line) => /^1 +(ours|ONNX Runtime) /.test(line));
    expect(starts.map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ['1', 'ours', '2.00 ms', '11.0 ms', '10.0 ms', '16 MiB', '1 MiB'],
      ['1', 'ONNX Runtime', '200 ms', '30.0 ms', '14.0 ms', '-', '-'],
    ]);
    expect(cells('conv "1"')).toEqual(['conv "1"', '6.00 ms', '9.00 ms', '1.50', 'conv1 relu1']);
    expect(cells('concat')).toEqual(['concat', '-', '1.00 ms', '-', 'concat']);
    expect(cells('conversions')).toEqual(['conversions', '4.00 ms', '2.00 ms', '0.50']);
    expect(text).toContain('small & quick, 2 threads, layer by layer');
    expect(text).not.toMatch(/^(other|dropout)/m);
    expect(text).toContain('ONNX Runtime 1.30.0');
  });

  test('has a line and columns of OpenVINO where that took turns, and times alone where there were trials', () => {
    const [conv, ...others] = compared.layers;
    const openvino = { ...compared.onnxruntime, description: 'OpenVINO 2026.4', seconds: 0.012 };
    const beside = { ratio: 1.2, ratio_low: 1.1, ratio_high: 1.3, largest_difference: 3e-6 };
    const row = {
      ...compared,
      openvino: { ...openvino, ...beside },
      layers: [{ ...conv!, alone_seconds: 0.005, openvino_seconds: 0.003 }, ...others],
    };
    const lines = renderComparison([row], new Chalk({ level: 0 })).split('\n');
    const cells = (start: RegExp): string[] => lines.find((line) => start.test(line))!.split(/ {2,}/);
    expect(cells(/^1 .*OpenVINO .*\.\./)).toEqual([
      ...['1', '10.0 ms', 'OpenVINO', '12.0 ms', '1.200', '1.100 .. 1.300', '3.0e-6', '1.5e-6', '99'],
    ]);
    expect(cells(/^layer/)).toEqual(['layer', 'ours', 'alone', 'ONNX Runtime', 'ratio', 'OpenVINO', 'ratio', 'nodes']);
    expect(cells(/^conv "1"/)).toEqual([
      ...['conv "1"', '6.00 ms', '5.00 ms', '9.00 ms', '1.50', '3.00 ms', '0.50', 'conv1 relu1'],
    ]);
    expect(lines).toContain(
      'Layers in place sum to 10.0 ms, 100 % of a call; those that trials measured 6.00 ms, and in their trials 5.00 ms.',
    );
    expect(renderCompareChart([row])).toContain('conv &quot;1&quot;, OpenVINO: 3.00 ms');
  });

  test('names the rows of several shapes', () => {
    const shapes = rows.map((row, i) => ({ ...row, threads: 1, network: `small [${i}]` }));
    const text = renderComparison(shapes, new Chalk({ level: 0 }));
    expect(text.split('\n').filter((line) => /^small \[\d\] +1 +(ours|ONNX|10\.0)/.test(line))).toHaveLength(6);
    expect(text).toContain('small [1], 1 thread, layer by layer');
  });

  test('is coloured by whether its spread lies above or below 1', () => {
    const text = renderComparison(rows, new Chalk({ level: 1 }));
    expect(text).toContain('\u001b[32m1.400\u001b[39m');
    expect(text).toContain('\u001b[31m0.900\u001b[39m');
  });

  test('is a picture with two bars for what both have, and none for what nobody has', () => {
    const svg = renderCompareChart(rows);
    const bars = Array.from(svg.matchAll(/<rect [^>]*><title>([^<]*)<\/title>/g), (match) => match[1]!);
    const layers = ['conv &quot;1&quot;, ours: 6.00 ms', 'conv &quot;1&quot;, ONNX Runtime: 9.00 ms'];
    const ofBoth = [...layers, 'concat, ONNX Runtime: 1.00 ms', 'conversions, ours: 4.00 ms'];
    expect(bars).toHaveLength(2 * 2 + 2 * 5);
    expect(bars).toEqual(expect.arrayContaining(ofBoth));
    expect(bars.some((bar) => bar.startsWith('dropout'))).toBe(false);
    expect(svg).toContain('small &amp; quick beside runtimes');
    expect(svg).toContain('&lt;threads&gt; 1');
    expect(svg).not.toContain('NaN');
    const opened = Array.from(svg.matchAll(/<(\w+)[^>]*[^/]>/g)).length;
    expect(Array.from(svg.matchAll(/<\/\w+>/g))).toHaveLength(opened);
  });

  test('of nothing is a picture, too', () => {
    expect(renderCompareChart([])).not.toMatch(/NaN|Infinity|undefined/);
  });
});
