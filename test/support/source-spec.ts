import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { stringify } from 'yaml';
import { scaleC, scaleSpec } from './scale-source.js';

/** A folder that is there while the tests of a file run. */
export function sourceFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-source-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes a spec and its C, with parts changed; the spec's path. */
export function writeSource(folder: string, changes: object = {}, c: string = scaleC): string {
  writeFileSync(join(folder, 'scale.c'), c);
  const path = join(folder, 'scale.yaml');
  writeFileSync(path, stringify({ ...scaleSpec, ...changes }));
  return path;
}
