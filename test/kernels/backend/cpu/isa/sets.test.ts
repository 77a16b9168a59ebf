import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InstructionSet } from '../../../../../src/backend/cpu/isa/instruction-set.js';
import { instructionSets, registerInstructionSet } from '../../../../../src/backend/cpu/isa/registry.js';
import { askCompiler } from '../../../../../src/measure/c-compiler.js';
import { findQemu, platformOf } from '../../../../../src/backend/cpu/qemu.js';
import { compilerOf, isHost, toolchains, type Toolchain } from '../../../../../src/backend/cpu/toolchains.js';
import { Random } from '../../../../../src/space/random.js';
import { pair8 } from '../../../../fixtures/isa/pair8.js';
import { scalar4 } from '../../../../fixtures/isa/scalar4.js';
import { testWhere } from '../../../../support/skips.js';
import { expectedOf, isRight, operandsOf } from './expected.js';
import { featuresHere } from './features-here.js';
import { casesOf, OPERANDS, programOf, ROOM, type Case } from './program.js';

/** What every instruction set promises, of those that are registered and of some that only tests have. */
const added = [scalar4, pair8];
const removals = added.map(registerInstructionSet);

const ROUNDS = 60;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-isa-'));
});
afterAll(() => {
  for (const remove of removals) remove();
  rmSync(folder, { recursive: true });
});

function toolchainOf({ arch }: InstructionSet): Toolchain {
  return toolchains.find((toolchain) => toolchain.arch === (arch ?? process.arch))!;
}

function hasCompiler(toolchain: Toolchain): boolean {
  return spawnSync(compilerOf(toolchain).command[0], ['--version']).status === 0;
}

/** Why its programs cannot run here. */
function obstacle(set: InstructionSet): string | undefined {
  const toolchain = toolchainOf(set);
  if (!isHost(toolchain)) return findQemu(toolchain) === undefined ? `no ${toolchain.emulator} here` : undefined;
  const missing = set.features.find(({ name }) => !featuresHere().has(name));
  return missing ? `this CPU lacks ${missing.name}` : undefined;
}

/** Programs of sets, compiled once. */
const programs = new Map<InstructionSet, string>();

const warnings = ['-Wall', '-Wextra', '-Werror', '-Wno-psabi'];

/** Compiles all cases of a set with its options and a kernel's flags; warnings are errors. */
function compile(set: InstructionSet, cases: readonly Case[]): string {
  const known = programs.get(set);
  if (known !== undefined) return known;
  const toolchain = toolchainOf(set);
  const [program, ...words] = compilerOf(toolchain).command;
  const file = join(folder, set.name);
  writeFileSync(`${file}.c`, programOf(set, cases));
  const flags = ['-O2', '-ffp-contract=fast', '-std=gnu11', ...warnings, ...set.options];
  const { status, stderr } = spawnSync(program, [...words, ...flags, `${file}.c`, '-o', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  programs.set(set, file);
  return file;
}

function run(set: InstructionSet, file: string, input: Buffer): Buffer {
  const [program, ...words] = [...platformOf(toolchainOf(set)).launcher, file];
  const { status, stdout, signal } = spawnSync(program, words, { input, maxBuffer: 2 ** 28 });
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  return stdout;
}

function nameOf({ does, types, bytes, part }: Case): string {
  return `${does} ${part} ${types.map(({ name }) => name).join(' ')} in ${bytes} bytes`;
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').replace(/.{8}/g, '$& ');
}

const sets = instructionSets();
const withClang = testWhere(spawnSync('clang-16', ['--version']).status === 0, 'apt-get install clang-16');

test('a file is a set', () => {
  const files = readdirSync('src/backend/cpu/isa/sets')
    .map((file) => file.replace('.ts', ''))
    .filter((name) => name !== 'all');
  const names = sets.filter((set) => !added.includes(set)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(files.toSorted());
  expect(() => {
    registerInstructionSet({ ...scalar4 });
  }).toThrow('scalar4');
});

describe.each(sets.map((set) => [set.name, set] as const))('%s', (_, set) => {
  const toolchain = toolchainOf(set);
  const cases = casesOf(set);
  const compiled = hasCompiler(toolchain) ? test : test.skip;
  // Of matrices `matrices.test.ts` asks the same.
  const [inVectors, compiledInVectors] = cases.length > 0 ? [test, compiled] : [test.skip, test.skip];

  test('each operation is there once, on vectors that its architecture has', () => {
    const names = cases.slice(0, set.operations.length).map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    const widest = Math.max(...sets.filter(({ arch }) => arch === set.arch).map(({ vectors }) => vectors?.bytes ?? 0));
    for (const { bytes } of set.operations) expect(Math.max(...bytes)).toBeLessThanOrEqual(widest);
  });

  test('masks are there where an operation uses them', () => {
    const { vectors, operations } = set;
    if (!vectors) return;
    const moves = operations.filter(({ does, bytes }) => does === 'loadPart' && bytes.includes(vectors.bytes));
    expect(moves.length > 0).toBe(vectors.masks);
  });

  compiled('its options bring the macros of its features', () => {
    const { stdout } = askCompiler([...set.options, '-dM', '-E', '-x', 'c', '/dev/null'], compilerOf(toolchain));
    for (const { macro } of set.features) expect(stdout).toMatch(new RegExp(`^#define ${macro} `, 'm'));
  });

  compiledInVectors(
    'its operations are compiled with its options, without a warning',
    () => {
      compile(set, cases);
    },
    120_000,
  );

  (isHost(toolchain) && cases.length > 0 ? withClang : test.skip)('clang compiles them, too', () => {
    const file = join(folder, `${set.name}.clang.c`);
    writeFileSync(file, programOf(set, cases));
    const flags = ['-O0', '-std=gnu11', ...warnings, ...set.options, '-c', '-o', '/dev/null'];
    const { status, stderr } = spawnSync('clang-16', [...flags, file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  const reason = hasCompiler(toolchain) ? obstacle(set) : `no ${compilerOf(toolchain).command[0]} here`;
  (reason === undefined ? inVectors : test.skip)(
    `its operations give what they mean, bit by bit${reason === undefined ? '' : ` (${reason})`}`,
    () => {
      const random = new Random(11);
      const operands = Array.from({ length: ROUNDS }, () => cases.map((one) => operandsOf(one, random)));
      const output = run(set, compile(set, cases), Buffer.concat(operands.flat()));
      expect(output.length).toBe(ROUNDS * cases.length * ROOM);
      operands.flat().forEach((input, i) => {
        const one = cases[i % cases.length]!;
        const given = output.subarray(i * ROOM, (i + 1) * ROOM);
        if (!isRight(one, input, given, set.name))
          expect([nameOf(one), hex(input), hex(given)]).toEqual([
            ...[nameOf(one), hex(input), hex(expectedOf(one, input, set.name))],
          ]);
      });
      expect(operands[0]![0]!.length).toBe(OPERANDS * ROOM);
    },
    240_000,
  );
});
