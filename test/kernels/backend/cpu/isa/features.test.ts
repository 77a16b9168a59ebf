import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cpuFeatures } from '../../../../../src/backend/cpu/isa/registry.js';
import { setsOf, vectorsOf } from '../../../../../src/backend/cpu/isa/of-cpu.js';
import { cpuCondition } from '../../../../../src/backend/cpu/library/cpu-condition.js';
import { cpuMacros } from '../../../../../src/backend/cpu/macros.js';
import type { CpuTarget } from '../../../../../src/backend/cpu/target.js';
import { hostToolchain } from '../../../../../src/backend/cpu/toolchains.js';
import { parseTarget } from '../../../../../src/backend/registry.js';
import { hostCompiler } from '../../../../../src/measure/c-compiler.js';
import { bfloat16 } from '../../../../../src/elements/bfloat16.js';
import { float32 } from '../../../../../src/elements/float32.js';
import { int32 } from '../../../../../src/elements/int32.js';
import { int8 } from '../../../../../src/elements/int8.js';
import { uint8 } from '../../../../../src/elements/uint8.js';
import { featuresHere } from './features-here.js';

const { arch } = hostToolchain();
const onX86 = arch === 'x64' ? test : test.skip;
const parse = (text: string): CpuTarget => parseTarget(text) as CpuTarget;

/** Features that tables, the compiler or its tests know of this architecture. */
const known = cpuFeatures().filter(
  ({ test, macro }) => (macro.includes('ARM') ? arch === 'arm64' : arch === 'x64') && test,
);

test('the names in /proc/cpuinfo, the macros of a compiler and the tests in C say the same of this CPU', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tune-features-'));
  const program = join(folder, 'features');
  const lines = known.map(({ name, test }) => `if (${test!}) puts("${name}");`);
  const headers = ['stdio.h', ...known.flatMap(({ header }) => header ?? [])].map((name) => `#include <${name}>`);
  const source = [...headers, 'int main(void) {', ...lines, '}'].join('\n');
  const [compiler, ...words] = hostCompiler().command;
  expect(spawnSync(compiler, [...words, '-x', 'c', '-', '-o', program], { input: source }).status).toBe(0);
  const tested = spawnSync(program, { encoding: 'utf8' }).stdout.trim().split('\n');
  rmSync(folder, { recursive: true });
  const macros = cpuMacros(hostToolchain(), 'native') as ReadonlySet<string>;
  const listed = known.filter(({ name }) => featuresHere().has(name)).map(({ name }) => name);
  expect(tested).toEqual(listed);
  expect(known.filter(({ macro }) => macros.has(macro)).map(({ name }) => name)).toEqual(listed);
});

test('what kernels for this CPU require is there, and a library asks for it', () => {
  const { features } = parse('llvm').vector;
  expect(features.filter((name) => !featuresHere().has(name))).toEqual([]);
  expect(cpuCondition(features).size).toBe(features.filter((name) => known.some((one) => one.name === name)).length);
});

onX86('a library asks for what gcc 12 has no name for by CPUID', () => {
  const { features } = parse('llvm -mcpu=x86-64-v3+avxvnni').vector;
  expect(cpuCondition(features)).toMatchObject({
    text: expect.stringContaining('__get_cpuid_count(7, 1,'),
    headers: ['cpuid.h'],
  });
});

onX86('a set that the name of a CPU adds brings its options, abilities and features', () => {
  const plain = parse('llvm -mcpu=x86-64-v4');
  const added = parse('llvm -mcpu=x86-64-v4+avx512vnni+avx512bf16');
  expect(added.vector).toMatchObject({ bytes: 64, registers: 32, masks: true, lanes: 16 });
  expect(plain.vector.can('dot', bfloat16, bfloat16, float32)).toBe(false);
  expect(added.vector.can('dot', bfloat16, bfloat16, float32)).toBe(true);
  expect(added.vector.features.filter((name) => !plain.vector.features.includes(name))).toEqual([
    ...['avx512_bf16', 'avx512_vnni'],
  ]);
  expect(cpuCondition(added.vector.features).text).toContain('__builtin_cpu_supports("avx512vnni")');
});

onX86('abilities are those of the widest vectors', () => {
  const { vector } = parse('llvm -mcpu=x86-64-v2');
  expect([vector.lanesOf(int8), vector.lanesOf(bfloat16), vector.lanes]).toEqual([16, 8, 4]);
  expect(vector.can('dot', uint8, int8, int32)).toBe(false);
  expect(vector.can('fma', float32)).toBe(false);
  const wide = parse('llvm -mcpu=x86-64-v3').vector;
  expect([wide.lanesOf(int8), wide.can('fma', float32), wide.can('dot', uint8, int8, int32)]).toEqual([32, true, true]);
});

onX86('the set that a name adds last decides on the width', () => {
  expect(parse('llvm -mcpu=x86-64-v4+avx').vector).toMatchObject({ bytes: 32, registers: 16, masks: false });
});

onX86('a set that nobody knows is answered with the nearest', () => {
  expect(() => parse('llvm -mcpu=x86-64-v4+avx512vni')).toThrow('"x86-64-v4+avx512vnni"');
});

test('a CPU without a known set has vectors of four floats', () => {
  expect(setsOf('riscv64')).toEqual([]);
  expect(vectorsOf('rv64gc', 'riscv64', new Set())).toMatchObject({ bytes: 16, registers: 16, masks: false, lanes: 4 });
});
