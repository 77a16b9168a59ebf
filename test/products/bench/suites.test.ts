import { describe, expect, test } from '@jest/globals';
import { chooseEntries, suites } from '../../../src/products/bench/suites.js';

const namesOf = (suite?: string, ...workloads: string[]): string[] =>
  chooseEntries(suite, workloads).map(({ workload }) => workload.name);

describe('suites', () => {
  test('there are the shapes of each, in their natural order', () => {
    expect(suites.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['gemm', 34],
      ['resnet18', 12],
      ['mobilenet', 9],
      ['unseen-like', 30],
    ]);
    expect(namesOf('resnet18')).toEqual(Array.from({ length: 12 }, (_, i) => `resnet18.C${i + 1}+any`));
    expect(namesOf('mobilenet').at(0)).toBe('mobilenet.D1+any');
    expect(namesOf()).toHaveLength(85);
  });

  test('every matrix product is there with plain and with constant B', () => {
    const names = namesOf('gemm');
    const plain = names.filter((name) => !name.includes('+'));
    expect(plain).toHaveLength(17);
    for (const name of plain) expect(names).toContain(`${name}+constant-B`);
  });

  test('the words of an entry are those of the command line that tunes it', () => {
    const packed = chooseEntries('gemm', ['gemm.1000']).at(1)!;
    expect(packed.words).toEqual(['matmul', 'gemm.1000', '--constant', 'B']);
    expect(chooseEntries(undefined, ['mobilenet.D9']).at(0)!.words).toEqual([
      'conv2d',
      'mobilenet.D9',
      '--layout',
      'any',
    ]);
  });

  test('a shape stands for all of its entries, a full name for one', () => {
    expect(namesOf(undefined, 'gemm.64')).toEqual(['gemm.64', 'gemm.64+constant-B']);
    expect(namesOf(undefined, 'gemm.64+constant-B', 'resnet18.C1')).toEqual(['gemm.64+constant-B', 'resnet18.C1+any']);
  });

  test('when there is no such suite or workload then the error names the nearest', () => {
    expect(() => chooseEntries('gem', [])).toThrow('did you mean "gemm"');
    expect(() => chooseEntries('resnet18', ['resnet18.C13'])).toThrow(
      /The suite resnet18 has no workload .*did you mean "resnet18\.C1/,
    );
    expect(() => chooseEntries(undefined, ['gemm.513'])).toThrow(/No suite has a workload "gemm\.513".*"gemm\.512"/);
  });
});
