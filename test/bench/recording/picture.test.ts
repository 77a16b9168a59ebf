import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseAsciicast, toAsciicast, type Recording } from '../../../bench/recording/asciicast.js';
import { drawRecording } from '../../../bench/recording/picture.js';

const [cast, picture] = ['docs/benchmarks/data/tune.cast', 'docs/guide/tune.svg'];

const made: Recording = {
  width: 40,
  height: 6,
  title: 'one <two>',
  events: [
    { seconds: 0, text: '$ one <two>\r\n' },
    { seconds: 1, text: 'search 1/2' },
    { seconds: 4, text: '\r\u001B[Ksearch 2/2' },
    { seconds: 4.1, text: ' | \u001B[1mbest\u001B[22m' },
    { seconds: 90, text: '\r\u001B[K\u001B[2mspeed\u001B[22m \u001B[32m2 GFLOPS\u001B[39m\r\n' },
  ],
};

/** To accept a change: `GOLDEN=write npm test -- test/bench/recording`, then look at the picture. */
test('the picture of the guide is that of the recording, and says nothing of the machine that it was made on', async () => {
  const drawn = await drawRecording(readFileSync(cast, 'utf8'));
  if (process.env['GOLDEN'] === 'write') writeFileSync(picture, drawn);
  expect(readFileSync(picture, 'utf8')).toBe(drawn);
  expect(drawn.length).toBeLessThan(150_000);
  expect(readFileSync(cast, 'utf8')).not.toMatch(/\/(root|home|tmp|work|Users)\b/);
});

test('lines are drawn as the terminal had them, and those of the last screen show without motion', async () => {
  const drawn = await drawRecording(toAsciicast(made));
  const lines = drawn.split('\n').filter((line) => line.startsWith('<g'));
  expect(lines).toEqual([
    '<g><text x="14" y="27.5" textLength="85.8">$ one &lt;two&gt;</text></g>',
    '<g class="s1-2" visibility="hidden"><text x="14" y="45.5" textLength="78">search 1/2</text></g>',
    '<g class="s2-3" visibility="hidden"><text x="14" y="45.5" textLength="78">search 2/2</text></g>',
    '<g class="s3-4" visibility="hidden"><text x="14" y="45.5" textLength="93.6">search 2/2 |</text><text x="115.4" y="45.5" textLength="31.2" class="bold">best</text></g>',
    '<g class="s4-5"><text x="14" y="45.5" textLength="39" class="dim">speed</text><text x="60.8" y="45.5" textLength="62.4" class="c2">2 GFLOPS</text></g>',
  ]);
});

test('time is that of the recording, three times as fast, without its pauses', async () => {
  const drawn = await drawRecording(toAsciicast(made));
  const rules = Array.from(drawn.matchAll(/@keyframes (\S+?)\{(.*)\}\./g), ([, name, rule]) => [name, rule]);
  // Screens at 0, 1, 4, 4.5 and 90 seconds; the last after a second, and for ten more.
  expect(rules).toEqual([
    ['s1-2', '0%{visibility:hidden}2.67%{visibility:visible}10.67%{visibility:hidden}'],
    ['s2-3', '0%{visibility:hidden}10.67%{visibility:visible}12%{visibility:hidden}'],
    ['s3-4', '0%{visibility:hidden}12%{visibility:visible}20%{visibility:hidden}'],
    ['s4-5', '0%{visibility:hidden}20%{visibility:visible}'],
  ]);
});

test('a recording is read as it was written; what is none is refused', () => {
  expect(parseAsciicast(toAsciicast(made))).toEqual(made);
  for (const text of ['', '{"version":1}', `${toAsciicast(made)}[1,"i","q"]\n`])
    expect(() => parseAsciicast(text)).toThrow('no asciicast of version 2');
});
