import { expect, test } from '@jest/globals';
import { checkNode } from '../../src/api/doctor.js';
import { formatDuration, formatGflops, formatPercent, formatTime, plural, quote } from '../../src/target/format.js';
import { renderKnobs } from '../../src/cli/render/summary.js';

test.each([
  [12.345, '12.3 s'],
  [1, '1.00 s'],
  [0.00197, '1.97 ms'],
  [4.123e-4, '412 µs'],
  [2.5e-8, '25.0 ns'],
  [0, '0 ns'],
])('%d s reads as %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

test.each([
  [115.23e9, '115.2'],
  [8.412e9, '8.41'],
  [0.0512e9, '0.0512'],
  [0, '0'],
])('%d FLOP/s are %s GFLOPS', (flops, text) => {
  expect(formatGflops(flops)).toBe(text);
});

test('durations, shares and counts', () => {
  expect([7, 67, 3729].map(formatDuration)).toEqual(['0:07', '1:07', '1:02:09']);
  expect([0, 0.004, 0.957].map(formatPercent)).toEqual(['0 %', '0.4 %', '96 %']);
  expect([plural(1, 'trial'), plural(0, 'trial')]).toEqual(['1 trial', '0 trials']);
});

test('knobs on one line', () => {
  expect(renderKnobs({ tile: [-1, 8, 4], unroll: true, order: 'ic_kh', ann: ['none', 'vec'] })).toBe(
    'tile=-1x8x4 unroll=true order=ic_kh ann=nonexvec',
  );
});

test('a log is quoted as a shell needs it', () => {
  expect(quote('logs/conv2d.resnet18.C2.jsonl')).toBe('logs/conv2d.resnet18.C2.jsonl');
  expect(quote("it's here.jsonl")).toBe("'it'\\''s here.jsonl'");
});

test.each([
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
  ['20.18.3', 'missing'],
  ['18.20.1', 'missing'],
])('Node %s is %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});
