import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect } from '@jest/globals';
import { record } from '../../../../bench/recording/record.js';
import { packageRoot } from '../../../../src/target/root.js';
import { testWhere } from '../../../support/skips.js';

const withScript = testWhere(existsSync('/usr/bin/script'), 'apt-get install bsdutils');

withScript('a command runs in a terminal of the size that is asked for', async () => {
  const { events, ...header } = await record('test -t 1 && stty size && ls', 90, 20);
  expect(header).toEqual({ width: 90, height: 20, title: 'test -t 1 && stty size && ls' });
  const [shown, ...printed] = events.map(({ text }) => text);
  expect(shown).toBe('\u001B[2m$\u001B[22m test -t 1 && stty size && ls\r\n');
  expect(printed.join('')).toBe('20 90\r\nbin\r\n');
});

withScript('what fails, or names the machine, is not recorded', async () => {
  await expect(record('false', 90, 20)).rejects.toThrow('false ended with 1');
  await expect(record(`echo at ${packageRoot()}/bin`, 90, 20)).rejects.toThrow('belongs into no picture');
  await expect(record(`echo on ${hostname()}.`, 90, 20)).rejects.toThrow('belongs into no picture');
  await expect(record(`echo x${hostname()}x`, 90, 20)).resolves.toMatchObject({ width: 90 });
});
