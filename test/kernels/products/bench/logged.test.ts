import { describe, expect, test } from '@jest/globals';
import { entryOf } from '../../../../src/products/bench/entry.js';
import { onThreadsInstead, wantedOf } from '../../../../src/products/bench/logged.js';
import type { LoggedRecord } from '../../../../src/log/record/log.js';
import { batchMatmul } from '../../../../src/operator/batch-matmul.js';
import { matmul } from '../../../../src/operator/matmul.js';
import { conv2d } from '../../../../src/operator/conv2d.js';
import type { Operator, Workload } from '../../../../src/operator/operator.js';
import { operators } from '../../../../src/operator/registry.js';
import { ownRecord } from '../../../log/record/fixtures.js';

const recordOf = (operator: Operator, workload: Workload, target: string): LoggedRecord => ({
  ...ownRecord,
  task: 'a.template.of.somebody',
  args: operator.encode(workload),
  target,
  tune: { ...ownRecord.tune!, operator: operator.name },
  log: 'a.jsonl',
  line: 1,
});
const gemm = matmul.workload('gemm.64', {});
const convolution = conv2d.workload('resnet18.C2', { layout: 'any' });

const namesOf = (wanted: ReturnType<typeof wantedOf>): string[] =>
  wanted.map(({ entry, threads }) => `${entry.workload.name} ${threads}`);

describe('the workloads of a log', () => {
  const records = [
    recordOf(conv2d, convolution, 'llvm -mcpu=x86-64-v3 -threads=2'),
    recordOf(matmul, gemm, 'llvm -mcpu=x86-64-v3 -threads=2'),
    recordOf(conv2d, convolution, 'llvm -mcpu=x86-64-v3 -threads=1'),
    recordOf(conv2d, convolution, 'llvm -mcpu=x86-64-v3 -threads=1'),
  ];

  test('are there once on each number of threads, by operator and threads', () => {
    expect(namesOf(wantedOf(records))).toEqual(['resnet18.C2+any 1', 'resnet18.C2+any 2', 'gemm.64 2']);
    expect(namesOf(onThreadsInstead(wantedOf(records), [1]))).toEqual(['resnet18.C2+any 1', 'gemm.64 1']);
  });

  test('are passed over where they are of a GPU, or of nothing that is known', () => {
    const strange = [
      recordOf(matmul, gemm, 'cuda -arch=sm_90'),
      recordOf(matmul, gemm, 'llvm -mcpu=no-such -threads=1 -rm'),
      { ...records[0]!, args: ['nonsense'] },
      { ...records[0]!, tune: { ...ownRecord.tune!, operator: 'fft' } },
    ];
    expect(wantedOf(strange)).toEqual([]);
  });
});

test.each(operators.map((operator) => [operator.name, operator] as const))(
  'the words of any workload of %s name it on the command line',
  (name, operator) => {
    for (const shape of Object.keys(operator.workloads)) {
      const workload = operator.workload(shape, {});
      const { words } = entryOf(operator, workload);
      expect(words[0]).toBe(name);
      const given: Record<string, string> = {};
      for (let i = 1; i < words.length;) {
        const option = operator.options.find(({ flags }) => flags.split(' ')[0] === words[i])!;
        const takes = option.flags.includes('<');
        given[option.key] = takes ? words[i + 1]! : String(!option.flags.startsWith('--no-'));
        i += takes ? 2 : 1;
      }
      expect(operator.workload(undefined, given)).toEqual(workload);
    }
  },
);

test('a switch that is off is said, since a named workload may have it on', () => {
  const { words } = entryOf(batchMatmul, batchMatmul.workload('bert.context-128', {}));
  expect(words).toEqual(expect.arrayContaining(['--no-trans-a', '--no-trans-b']));
});
