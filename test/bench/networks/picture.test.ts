import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { drawLatencies, pictures, writePictures } from '../../../bench/networks/picture.js';

const folder = 'docs/benchmarks';

/** To accept a change: `GOLDEN=write npm test -- test/bench/networks/picture`, then look at the pictures. */
test.each(Object.entries(pictures))('%s shows the tables of its page', (name, parts) => {
  if (process.env['GOLDEN'] === 'write') writePictures(folder);
  const drawn = drawLatencies(readFileSync(join(folder, 'networks.md'), 'utf8'), parts);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(drawn);
});

test('bars are as long as their latencies, and a runtime that refuses a model has none', () => {
  const [start, end] = ['<!-- one: written by npm run bench:networks -->', '<!-- end of one -->'];
  const rows = '|a|1|2.0|4.0|2.00|1e-6|1.0|0.50|1e-6|\n|b|2|3.0|3.0|1.00|1e-6|refused|||';
  const drawn = drawLatencies(`${start}\n\nA machine.\n\n|model|threads|\n|---|--:|\n${rows}\n\n${end}`, {
    one: 'types',
  });
  const widths = Array.from(drawn.matchAll(/width="([\d.]+)" height="8"/g), ([, width]) => Number(width));
  expect(widths).toEqual([260, 520, 130, 520, 520]);
  for (const text of ['A machine.', '4.0 (2.00×)', '1.0 (0.50×)', 'b, 2 threads', 'refused'])
    expect(drawn).toContain(text);
});
