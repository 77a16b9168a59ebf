/** Whatever can be tuned for a CPU can be exported: all operators, and all steps of an epilogue. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parseTarget } from '../../../../src/backend/registry.js';
import { allThatApply, chooseTemplates } from '../../../../src/catalogue/choose-templates.js';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { UsageError } from '../../../../src/target/errors.js';
import type { ShapeOptions, Workload } from '../../../../src/operator/operator.js';
import { findOperator, operators } from '../../../../src/operator/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import { templates } from '../../../../src/templates/registry.js';
import { compileStrictly } from '../../../products/export/strict.js';
import { logOf, must, ownFolder, recordFor } from '../../../products/export/fixtures.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const target = parseTarget('llvm', 2);

/** The words of an option as help lists them, `fused tail: bias, add, …, or none`. */
function stepsOf(operator: string): readonly string[] {
  const { description } = findOperator(operator).options.find(({ key }) => key === 'epilogue')!;
  return /: (.*), or none/.exec(description)![1]!.split(', ');
}

/** A tail that each step ends, of whichever type and with whichever steps before it that it asks for. */
function tailsWith(step: string, shape: ShapeOptions): readonly Workload[] {
  const matmul = findOperator('matmul');
  for (const dtype of ['float32', 'uint8'])
    for (const before of ['', 'dequantize:3,']) {
      try {
        return [matmul.workload(undefined, { ...shape, dtype, epilogue: before + step })];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
      }
    }
  throw new Error(`${step} follows nothing`);
}

function smallest(operator: string): Workload {
  const of = findOperator(operator);
  const all = (of.awkward ?? []).map((shape) =>
    typeof shape === 'string' ? of.workload(shape, {}) : of.workload(undefined, shape),
  );
  const sorted = all.toSorted((a, b) => of.flops(a) - of.flops(b));
  return sorted[Math.floor(sorted.length / 3)] ?? of.workload(undefined, {});
}

const image = { inChannels: '5', height: '7', width: '6', outChannels: '6', kernel: '3', stride: '1', pad: '1' };
const wanted: readonly Workload[] = [
  ...operators.map(({ name }) => smallest(name)),
  ...stepsOf('matmul').flatMap((step) => tailsWith(step, { m: '9', n: '21', k: '10' })),
  findOperator('conv2d').workload(undefined, { ...image, dtype: 'uint8', border: '2', layout: 'any' }),
  findOperator('conv2d').workload(undefined, { ...image, dtype: 'int8', border: '-3', epilogue: 'bias,mul' }),
  findOperator('conv2d').workload(undefined, { ...image, dtype: 'bfloat16', epilogue: 'bias,gelu,add,silu' }),
];
let exported: ExportResult;
const notes: string[] = [];

beforeAll(async () => {
  const records = wanted.flatMap((workload, seed) =>
    chooseTemplates(allThatApply, workload, target, templates)
      .slice(0, 1)
      .map((template) => recordFor(makeTask(template, workload, target), seed + 1)),
  );
  expect(records).toHaveLength(wanted.length);
  const options = { out: library, name: 'whole', onNote: (note: string) => notes.push(note) };
  exported = await exportKernels([logOf(folder, records)], options);
});

test('no operator and no step of an epilogue is passed over', () => {
  expect(notes).toEqual([]);
  const names = new Set(wanted.map(({ operator, name }) => `${operator} ${name}`));
  expect(new Set(exported.kernels.map(({ operator, workload }) => `${operator} ${workload}`))).toEqual(names);
});

test('each is right beside plain code', () => {
  const said = must(library, 'make', '-j2', 'CFLAGS=-O1 -Werror', 'test');
  expect(said.match(/^(FAIL|skip).*$/gm) ?? []).toEqual([]);
  expect(said).toContain(`${exported.kernels.length} kernels: 0 failed, 0 skipped`);
});

test('compilers warn of nothing in headers and sources as C++20 and C11, -Wpedantic and -Wsign-conversion included', () => {
  compileStrictly(library, 'test', 'bench');
});

test('what no struct of the header holds is found by its name, with plain code for other CPUs', () => {
  writeFileSync(join(library, 'test', 'find.c'), findProgram);
  must(library, 'gcc', '-Iinclude', 'test/find.c', 'build/libwhole.a', '-fopenmp', '-lm', '-o', 'build/find');
  const { name } = smallest('softmax');
  expect(must(library, 'build/find', 'softmax', name, '2')).toMatch(/^whole_softmax_/);
  expect(must(library, 'build/find', 'softmax', name, '1')).toMatch(/^whole_plain_softmax_|^whole_softmax_/);
  expect(must(library, 'build/find', 'softmax', 'none', '0')).toBe('none\n');
  if (process.arch === 'x64' && spawnSync('qemu-x86_64', ['--version']).status === 0)
    expect(must(library, 'qemu-x86_64', '-cpu', 'Nehalem', 'build/find', 'softmax', name, '0')).toMatch(
      /^whole_plain_/,
    );
});

const findProgram = `
#include <stdio.h>
#include <stdlib.h>
#include "whole.h"
int main(int count, char **given) {
  const whole_kernel *kernel = count == 4 ? whole_workload(given[1], given[2], atoi(given[3])) : NULL;
  puts(kernel == NULL ? "none" : kernel->name);
  return 0;
}
`;
