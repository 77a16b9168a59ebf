import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { backendOf, parseTarget } from '../../../src/backend/registry.js';
import { run } from '../../cli/run.js';
import { few, logOf, ownFolder, recordOf } from '../../products/export/fixtures.js';

const folder = ownFolder();
const records = few.map(recordOf);
const own = backendOf(parseTarget('llvm')).fingerprint();
const [cpu = ''] = own.split('.');
const here = logOf(folder, records, 'here.jsonl');
const elsewhere = logOf(
  folder,
  records.map((record) => ({ ...record, tune: { ...record.tune, fingerprint: own.replace(cpu, 'other-cpu') } })),
  'elsewhere.jsonl',
);

test.each([
  ['best', []],
  ['replay', []],
  ['export', ['--out', join(folder, 'library')]],
])('%s says in one line on stderr that kernels were tuned on another CPU, and what it costs', async (name, options) => {
  const { code, stderr } = await run(name, elsewhere, ...options);
  expect(code).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('another CPU'))).toEqual([
    `3 of 3 kernels were tuned on another CPU (other-cpu; this is ${cpu}): expect 5 to 34 % less speed than tuned ` +
      `here, by \`tune network ${elsewhere} --history ${elsewhere}\`.`,
  ]);
});

test('kernels that were tuned on this CPU, there or elsewhere too, and logs without a machine cost nothing', async () => {
  const unknown = logOf(
    folder,
    records.map((record) => ({ ...record, tune: undefined }) as unknown as (typeof records)[0]),
    'unknown.jsonl',
  );
  for (const logs of [[here], [elsewhere, here], [unknown]]) {
    const { stderr } = await run('best', ...logs);
    expect(stderr).not.toContain('another CPU');
  }
});
