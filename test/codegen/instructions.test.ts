import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isAvailable } from '../../src/backend/cuda/instructions/instruction.js';
import { instructions } from '../../src/backend/cuda/instructions/registry.js';
import { gpuTarget } from '../support/targets.js';

const folder = join('test', 'codegen', 'golden');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.cu'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

test.each([
  [75, []],
  [80, ['cp.async', 'mma.sync']],
  [90, ['cp.async', 'cp.async.bulk.tensor', 'wgmma.mma_async', 'mma.sync']],
  [100, ['cp.async', 'cp.async.bulk.tensor', 'mma.sync']],
])('sm_%d has the instructions that it has', (architecture, names) => {
  const there = instructions.filter((instruction) => isAvailable(instruction, architecture));
  expect(there.map(({ name }) => name)).toEqual(names);
});

test('abilities of a GPU are where the instructions are available', () => {
  const none = { asyncCopy: false, warpProducts: false, warpGroupProducts: false, tileCopy: undefined };
  const tileCopy = { dimensions: 3, side: 256 };
  expect(gpuTarget('sm_75').gpu).toMatchObject(none);
  expect(gpuTarget('sm_80').gpu).toMatchObject({ ...none, asyncCopy: true, warpProducts: true });
  expect(gpuTarget('sm_90').gpu).toMatchObject({ warpProducts: true, warpGroupProducts: true, tileCopy });
  expect(gpuTarget('sm_120').gpu).toMatchObject({ warpProducts: true, warpGroupProducts: false, tileCopy });
});

describe.each(instructions.map((instruction) => [instruction.name, instruction] as const))('%s', (_, instruction) => {
  test('is used in reviewed sources, and its definitions say what the emulator does', () => {
    const definitions = instruction.definitions(sources);
    expect(definitions.length).toBeGreaterThan(1);
    const inAssembly = definitions.filter((text) => text.includes('asm'));
    expect(inAssembly.filter((text) => !text.includes('TUNE_CUDA_HOST_H'))).toEqual([]);
  });

  test('defines nothing where it is not called', () => {
    expect(instruction.definitions(['extern "C" __global__ void empty() {}'])).toEqual([]);
  });
});
