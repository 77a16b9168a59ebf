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
      ['gemm-int8', 24],
      ['resnet18-int8', 24],
      ['mobilenet-int8', 18],
      ['gemm-bf16', 12],
      ['resnet18-bf16', 12],
      ['mobilenet-bf16', 9],
      ['unseen-like', 30],
    ]);
    expect(namesOf('resnet18')).toEqual(Array.from({ length: 12 }, (_, i) => `resnet18.C${i + 1}+any`));
    expect(namesOf('mobilenet').at(0)).toBe('mobilenet.D1+any');
    expect(namesOf()).toHaveLength(184);
  });

  test('every matrix product is there with plain and with constant B', () => {
    const names = namesOf('gemm');
    const plain = names.filter((name) => !name.includes('+'));
    expect(plain).toHaveLength(17);
    for (const name of plain) expect(names).toContain(`${name}+constant-B`);
  });

  test('suites of narrow types have constant weights, and sums of bytes also requantised', () => {
    expect(namesOf('gemm-int8').slice(0, 2)).toEqual([
      'gemm.512+uint8+constant-B',
      'gemm.512+uint8+requantize:128+constant-B',
    ]);
    expect(namesOf('gemm-bf16')).toContain('509x521x523+bfloat16+constant-B');
    expect(namesOf('resnet18-bf16').at(0)).toBe('resnet18.C1+any+bfloat16');
    const [, requantised] = chooseEntries('resnet18-int8', ['resnet18.C2']);
    expect(requantised!.words.join(' ')).toBe(
      'conv2d resnet18.C2 --layout any --dtype uint8 --epilogue requantize:128',
    );
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
    expect(namesOf(undefined, 'gemm.64+constant-B', 'mobilenet.D1+any')).toEqual([
      'gemm.64+constant-B',
      'mobilenet.D1+any',
    ]);
    expect(namesOf('mobilenet-int8', 'mobilenet.D1')).toEqual([
      'mobilenet.D1+any+uint8',
      'mobilenet.D1+any+uint8+requantize:128',
    ]);
  });

  test('when there is no such suite or workload then the error names the nearest', () => {
    expect(() => chooseEntries('gem', [])).toThrow('did you mean "gemm"');
    expect(() => chooseEntries('resnet18', ['resnet18.C13'])).toThrow(
      /The suite resnet18 has no workload .*did you mean "resnet18\.C1/,
    );
    expect(() => chooseEntries(undefined, ['gemm.513'])).toThrow(/No suite has a workload "gemm\.513".*"gemm\.512"/);
  });
});
