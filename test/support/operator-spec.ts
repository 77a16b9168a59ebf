/** Specs of operators in C, for tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { stringify } from 'yaml';

/** Doubles each element and adds a number. */
export const doubleC = `void twice(const float *x, float *y, int count, float plus) {
  for (int i = 0; i < count; i++) y[i] = 2 * x[i] + plus;
}
`;

export const doubleSpec = {
  operator: 'com.example.Twice',
  files: ['twice.c'],
  function: 'twice',
  attributes: { plus: 1 },
  arguments: [
    { name: 'x' },
    { name: 'y', shape: 'x', direction: 'out' },
    { name: 'count', type: 'int32', value: 'x_size' },
    { name: 'plus', value: 'plus' },
  ],
} as const;

/** A folder that is there while the tests of a file run. */
export function operatorFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-operator-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes a spec with some changes beside its source, and returns its path. */
export function writeOperator(folder: string, changes: object = {}, source = doubleC): string {
  writeFileSync(join(folder, 'twice.c'), source);
  const path = join(folder, 'twice.yaml');
  writeFileSync(path, stringify({ ...doubleSpec, ...changes }));
  return path;
}
