import { expect, test } from '@jest/globals';
import { Objects } from '../../../src/backend/cpu/objects.js';
import type { Compilers, Job } from '../../../src/measure/compilers.js';

test('units that the longest one waits for stand in front of it in the queue, and of shorter kernels', async () => {
  const jobs: { readonly text: string; readonly size: number }[] = [];
  const compilers: Pick<Compilers, 'run'> = {
    run: ({ source, size = source.length }: Job) => {
      jobs.push({ text: source.slice(0, 5), size });
      return Promise.resolve({ path: `${source.slice(0, 5)}.o`, output: '', seconds: 1 });
    },
  };
  const objects = new Objects(compilers as Compilers, undefined);
  const compiler = { command: ['gcc'], name: 'gcc 12', family: 'gcc', packages: '', file: undefined } as const;
  const use = { compiler, flags: ['-shared'], language: 'c', own: false } as const;
  const unit = (name: string, length: number): string => name.padEnd(length);
  const kernel = (...units: readonly string[]): { of: string; entry: string; units: readonly string[] } => ({
    of: '',
    entry: unit('entry', 10),
    units,
  });
  await objects.link(kernel(unit('copy1', 20), unit('long1', 500)), use);
  await objects.link(kernel(unit('copy2', 20), unit('long2', 300)), use);
  const order = jobs.toSorted((a, b) => b.size - a.size).map(({ text }) => text);
  expect(order).toEqual(['copy1', 'long1', 'copy2', 'long2']);
});
