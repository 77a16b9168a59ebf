import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { instructionSets } from '../../../../../src/backend/cpu/isa/registry.js';
import { compilerOf, hostToolchain } from '../../../../../src/backend/cpu/toolchains.js';
import { Random } from '../../../../../src/space/random.js';
import { amxEmulation } from '../../../../support/amx-emulator.js';
import { testWhere } from '../../../../support/skips.js';
import { featuresHere } from './features-here.js';
import {
  isSame,
  matrixCasesOf,
  matrixOperands,
  matrixProgram,
  matrixResults,
  outputBytes,
  type Drawn,
} from './matrix-program.js';

/** What every instruction set with matrices promises; of those for x86-64, which are all. */
const sets = instructionSets().flatMap(({ matrices, ...set }) => (matrices ? [{ ...set, matrices }] : []));

const rounds: readonly Drawn[] = ['usual', 'any', 'tiny', 'usual'];
const warnings = ['-Wall', '-Wextra', '-Werror'];
const hasClang = spawnSync('clang-16', ['--version']).status === 0;
const onX86 = hostToolchain().arch === 'x64';

let folder = '';
let emulation: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-matrices-'));
  if (onX86) emulation = await amxEmulation(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(sets.map((set) => [set.name, set] as const))('%s', (name, { matrices, options, features }) => {
  const random = new Random(13);
  const cases = matrixCasesOf(matrices, random);

  /** Compiles the program of all cases with a kernel's flags; warnings are errors. */
  function compile([compiler, ...words]: readonly [string, ...string[]], level: string): string {
    const file = join(folder, `${name}-${compiler}`);
    writeFileSync(`${file}.c`, matrixProgram(matrices, cases));
    const flags = [level, '-std=gnu11', ...warnings, ...options, `${file}.c`, '-o', file];
    const { status, stderr } = spawnSync(compiler, [...words, ...flags], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return file;
  }

  function expectMeanings(program: string, environment: Readonly<Record<string, string>>): void {
    const operands = rounds.map((how) => cases.map((one) => matrixOperands(one, how, random)));
    const run = { input: Buffer.concat(operands.flat()), maxBuffer: 2 ** 28, env: { ...process.env, ...environment } };
    const { status, signal, stdout } = spawnSync(program, [], run);
    expect({ status, signal }).toEqual({ status: 0, signal: null });
    let at = 0;
    operands.flat().forEach((input, i) => {
      const one = cases[i % cases.length]!;
      const written = stdout.subarray(at, (at += outputBytes(one)));
      const expected = matrixResults(one, input, name);
      if (isSame(one, written, expected)) return;
      const { product, ...sizes } = one;
      expect([product.text(0, 1, 2), sizes, written.toString('hex')]).toEqual([
        ...[product.text(0, 1, 2), sizes, expected.toString('hex')],
      ]);
    });
    expect(at).toBe(stdout.length);
  }

  testWhere(onX86, 'an x86-64')('its instructions give what they mean, bit by bit, emulated', () => {
    expectMeanings(compile(compilerOf(hostToolchain()).command, '-O2'), emulation);
  });

  const lacking = features.find((feature) => !featuresHere().has(feature.name));
  testWhere(lacking === undefined, `a CPU with ${lacking?.name}`)('so they do on this CPU', () => {
    expectMeanings(compile(compilerOf(hostToolchain()).command, '-O2'), {});
  });

  testWhere(onX86 && hasClang, 'apt-get install clang-16')('clang compiles them, too', () => {
    expectMeanings(compile(['clang-16'], '-O0'), emulation);
  });
});
