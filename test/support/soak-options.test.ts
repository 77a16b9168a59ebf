import { expect, test } from '@jest/globals';
import { parseSoakOptions } from './soak-options.js';

const soak = {
  name: 'soak:farm',
  text: 'The figures of a farm.',
  options: {
    kills: { default: 500, text: 'of workers' },
    folder: { default: 'here', text: 'for logs' },
    hosts: { default: false, text: 'as namespaces' },
  },
  words: { usage: '[PART...]', least: 0, known: ['scale', 'kills'] },
} as const;

test('options and words are read, and have their defaults', () => {
  const defaults = { kills: 500, folder: 'here', hosts: false };
  expect(parseSoakOptions(soak, [])).toEqual({ values: defaults, words: [] });
  expect(parseSoakOptions(soak, ['kills', '--kills', '60', '--hosts'])).toEqual({
    values: { ...defaults, kills: 60, hosts: true },
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
  expect(sentenceOf('--kills', 'many')).toBe(`--kills takes a number, not "many": ${next}`);
  expect(sentenceOf('--kills')).toMatch(/^Option '--kills <value>' argument missing: run/);
  expect(sentenceOf('scales')).toBe(`"scales" is none of scale, kills: ${next}`);
  expect(() => parseSoakOptions({ ...soak, words: { usage: 'FOLDER', least: 1 } }, [])).toThrow(
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
    ].join('\n'),
  );
});
