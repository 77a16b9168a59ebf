import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { needHosts } from './hosts.js';

test('hosts need root and the command ip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tune-hosts-'));
  const sentence = '--hosts needs root and ip: run it as root, or leave --hosts out.';
  try {
    expect(() => {
      needHosts(0, `/nowhere:${folder}`);
    }).toThrow(sentence);
    writeFileSync(join(folder, 'ip'), '');
    expect(() => {
      needHosts(0, `/nowhere:${folder}`);
    }).not.toThrow();
    expect(() => {
      needHosts(1000, folder);
    }).toThrow(sentence);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
