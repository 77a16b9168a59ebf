import { expect, test } from '@jest/globals';
import { parseSoakOptions } from './soak-options.js';

const soak = {
  name: 'soak:farm',
  text: 'The figures of a farm.',
  options: {
    kills: { default: 500, text: 'of workers' },
    folder: { default: 'here', text: 'for logs' },
    hosts: { default: false, text: 'as namespaces' },
    share: { default: 0.5, isFraction: true, text: 'of failures' },
  },
  words: { usage: '[PART...]', least: 0, most: 2, known: { kind: 'part', words: ['scale', 'kills'] } },
} as const;

test('options and words are read, and have their defaults', () => {
  const defaults = { kills: 500, folder: 'here', hosts: false, share: 0.5 };
  expect(parseSoakOptions(soak, [])).toEqual({ values: defaults, words: [] });
  expect(parseSoakOptions(soak, ['kills', '--kills', ' 60', '--hosts', '--share', '0.25'])).toEqual({
    values: { ...defaults, kills: 60, hosts: true, share: 0.25 },
    words: ['kills'],
  });
});

test('what it does not know ends with a sentence that leads to the help', () => {
  const sentenceOf = (...args: string[]): string => {
    try {
      return JSON.stringify(parseSoakOptions(soak, args));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const next = 'run npm run soak:farm -- --help.';
  expect(sentenceOf('--kils', '3')).toBe(`Unknown option '--kils': ${next}`);
  for (const count of ['many', '1.5', ' ', '', '-1', 'Infinity'])
    expect(sentenceOf(`--kills=${count}`)).toBe(`--kills takes a whole number, not "${count}": ${next}`);
  expect(sentenceOf('--share', 'half')).toBe(`--share takes a number, not "half": ${next}`);
  expect(sentenceOf('--kills')).toMatch(/^Option '--kills <value>' argument missing: run/);
  expect(sentenceOf('scales')).toBe('Unknown part "scales": parts are scale, kills.');
  expect(sentenceOf('scale', 'kills', 'scale')).toBe(`Unexpected argument 'scale': ${next}`);
  expect(() => parseSoakOptions({ ...soak, words: { usage: 'FOLDER', least: 1, most: 1 } }, [])).toThrow(
    `FOLDER is missing: ${next}`,
  );
});

test('the help lists all options with their defaults', () => {
  expect(parseSoakOptions(soak, ['--help'])).toBe(
    [
      'Usage: npm run soak:farm -- [options] [PART...]',
      '',
      'The figures of a farm.',
      '',
      '  --kills N      of workers (default: 500)',
      '  --folder TEXT  for logs (default: here)',
      '  --hosts        as namespaces',
      '  --share N      of failures (default: 0.5)',
    ].join('\n'),
  );
});
