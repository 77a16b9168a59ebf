import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadFile, loadSource } from '../../../src/catalogue/load-file.js';
import { UsageError } from '../../../src/target/errors.js';
import { hostTarget } from '../../../src/backend/cpu/target.js';
import { makeTask } from '../../../src/templates/task.js';
import { generate } from '../../../src/backend/generate.js';
import { scaleC, scaleSpec } from '../../support/scale-source.js';
import { sourceFolder, writeSource } from '../../support/source-spec.js';

const folder = sourceFolder();
const [x, y, n, by] = scaleSpec.arguments;

/** Why a spec with some changes cannot be used, without the folder. */
const manyValues = Array.from({ length: 100 }, (_, value) => value);

async function faultOf(changes: object): Promise<string> {
  try {
    const { operator, template } = (await loadSource(writeSource(folder, changes))).source;
    template.define(operator.workload(undefined, {}), hostTarget(1));
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replace(`${folder}/`, '');
  }
  return 'none';
}

describe('a spec', () => {
  test.each<readonly [what: string, changes: object, says: RegExp]>([
    ['an unknown key', { knbos: {} }, /^scale\.yaml:\d+:\d+: knbos: there is no such key: did you mean "knobs"\?$/],
    [
      'an unknown key inside',
      { arguments: [{ name: 'x', shpe: [1] }] },
      /arguments\[0\]\.shpe: .*did you mean "shape"\?/,
    ],
    [
      'an unknown type',
      { arguments: [{ ...x, type: 'flaot32' }, y] },
      /type: "flaot32" is none of .*|did you mean "float32"\?/,
    ],
    [
      'no such file',
      { files: ['none.c'] },
      /^scale\.yaml:\d+:\d+: files: none\.c cannot be read \(there is no such file\)\.$/,
    ],
    ['a folder for a file', { files: ['.'] }, /files: \. is no file\./],
    ['no knob', { knobs: {} }, /knobs: there is none, and so nothing to tune\./],
    ['a knob without values', { knobs: { STEP: [] } }, /knobs\.STEP: has no value\./],
    ['a value twice', { knobs: { STEP: [1, 1] } }, /knobs\.STEP\[1\]: it has this value twice\./],
    ['a name that is no name', { knobs: { 'STEP 1\n#error': [1] } }, /it must be a name of C/],
    ['a word of C', { knobs: { while: [1] } }, /knobs\.while: it is a word that C has for itself\./],
    ['a name of ours', { knobs: { tune_x: [1] } }, /names that begin with tune_/],
    ['a word of expressions', { knobs: { min: [1] } }, /knobs\.min: it is a word that expressions have/],
    ['a knob named as a size', { knobs: { n: [1] } }, /knobs\.n: a size or macro has this name\./],
    [
      'a value that ends a line',
      { knobs: { STEP: ['1\n#include "/etc/passwd"'] } },
      /knobs\.STEP\[0\]: a value that is no number must be/,
    ],
    [
      'a value that is code',
      { knobs: { STEP: ['1; system("id")'] } },
      /knobs\.STEP\[0\]: a value that is no number must be/,
    ],
    [
      'a flag that names a file',
      { knobs: { OPT: { flags: ['-o /tmp/x'] } } },
      /knobs\.OPT\.flags\[0\]: "-o" is no flag that a spec may give/,
    ],
    ['a flag that loads a plugin', { flags: ['-fplugin=x.so'] }, /flags\[0\]: "-fplugin=x\.so" is no flag/],
    [
      'a flag that loads a plugin of clang',
      { flags: ['-fpass-plugin=x.so'] },
      /flags\[0\]: "-fpass-plugin=x\.so" is no flag/,
    ],
    ['a flag that writes a file', { flags: ['-foptimization-record-file=x'] }, /flags\[0\]: .* is no flag/],
    ['a flag that reads a file', { flags: ['-fsanitize-ignorelist=x'] }, /flags\[0\]: .* is no flag/],
    ['a flag that includes', { flags: ['-include/etc/passwd'] }, /flags\[0\]: .* is no flag/],
    ['a flag for the linker', { flags: ['-Wl,-rpath,/tmp'] }, /flags\[0\]: .* is no flag/],
    ['a file of flags', { flags: ['@/tmp/x'] }, /flags\[0\]: .* is no flag/],
    ['a flag that starts a program', { flags: ['-wrapper'] }, /flags\[0\]: .* is no flag/],
    ['a flag with a blank', { flags: ['-O2 -o x'] }, /flags\[0\]: .* is no flag/],
    [
      'a restriction that is none',
      { restrictions: ['STEP <'] },
      /restrictions\[0\]: it ends where a value is expected \(character 7/,
    ],
    [
      'a restriction of nothing known',
      { restrictions: ['STPE < n'] },
      /restrictions\[0\]: there is no "STPE" here: did you mean "STEP"\?/,
    ],
    [
      'restrictions that leave nothing',
      { restrictions: ['STEP > n'] },
      /restrictions\[0\]: it rules out 100 % of the configs, and all restrictions together leave none of the 6 configs; relax it/,
    ],
    [
      'restrictions that hardly ever hold',
      {
        knobs: Object.fromEntries(['STEP', 'B', 'C', 'D'].map((name) => [name, manyValues])),
        restrictions: ['B + C < 150', 'STEP + 100 * B + 10000 * C + 1000000 * D == 31415926'],
      },
      /restrictions\[1\]: it rules out 100 % of the configs, and all restrictions together leave none of 524288 configs/,
    ],
    [
      'a restriction that divides by zero',
      { restrictions: ['n % (STEP - STEP) == 0'] },
      /restrictions\[0\]: something is divided by zero\./,
    ],
    [
      'an argument without shape and value',
      { arguments: [{ name: 'x' }, y] },
      /arguments\[0\]: it has neither a shape/,
    ],
    [
      'two arguments of a name',
      { arguments: [x, { ...y, name: 'x' }] },
      /arguments\[1\]\.name: another argument has this name/,
    ],
    ['nothing that is written', { arguments: [x, n, by] }, /arguments: none of them is written/],
    [
      'an extent that is no whole number',
      { arguments: [{ ...x, shape: ['n / 3'] }, y] },
      /arguments\[0\]\.shape\[0\]: 33\.3+.* is no whole number/,
    ],
    ['an extent of nothing', { arguments: [{ ...x, shape: ['n - 100'] }, y] }, /0 is no whole number from 1/],
    [
      'a range of wrong numbers',
      { arguments: [{ ...x, type: 'uint8', range: [0, 256] }, y] },
      /0 to 256 is no range of uint8/,
    ],
    [
      'data of another length',
      { arguments: [{ ...x, data: 'scale.c' }, y] },
      /arguments\[0\]\.data: scale\.c has \d+ bytes, and the array that it is for has 400\./,
    ],
    ['no reference', { reference: undefined }, /"reference" is missing: a function in C that gives the right "y"/],
    [
      'an argument of the reference',
      { reference: { function: 'scale_naive', arguments: ['z'] } },
      /reference\.arguments\[0\]: there is no argument "z"/,
    ],
    ['FLOPs of zero', { flops: 'n - 100' }, /flops: 0 is not above 0\./],
    ['a grid for C', { grid: [1] }, /grid: this is for CUDA, and the files are C\./],
    [
      'no grid for CUDA',
      { language: 'cuda', reference: { function: 'f', files: ['scale.c'] }, knobs: { STEP: [1] } },
      /"grid" is missing/,
    ],
    [
      'flags for CUDA',
      { language: 'cuda', grid: [1], block: [1], reference: { function: 'f', files: ['scale.c'] } },
      /knobs\.OPT\.flags\[0\]: flags are for C/,
    ],
    ['a workload of no size', { workloads: { big: { m: 3 } } }, /workloads\.big\.m: there is no such size/],
    [
      'a start that is no value',
      { start: { STEP: 3, OPT: '-O1' } },
      /start\.STEP: the knob has no value 3; it has 1, 2, 4/,
    ],
    ['a start that lacks a knob', { start: { STEP: 1 } }, /start: it has no value for OPT/],
    ['a function that is no name', { function: 'f(); //' }, /function: must be a name of C/],
    ['a name that is a path', { name: '../x' }, /name: must be small letters/],
  ])('with %s is refused, with its place', async (_, changes, says) => {
    const fault = await faultOf(changes);
    expect(fault).toMatch(says);
    expect(fault).toMatch(/^scale\.yaml:\d+:\d+: /);
  });

  test('takes flags that change how code is generated', async () => {
    const flags =
      '-O3 -Ofast -funroll-loops -fno-math-errno -fpredictive-commoning -ffast-math -ffp-contract=off -fprefetch-loop-arrays -falign-loops=32:16 -fvect-cost-model=unlimited -fopenmp -fno-tree-vectorize -march=native -mprefer-vector-width=512 -mno-fma --param=max-unroll-times=4 -std=gnu11 -DN=4 -Wno-unused -lm'.split(
        ' ',
      );
    expect(await faultOf({ flags })).toBe('none');
  });

  test('as a module is the same, and its faults have their line', async () => {
    writeSource(folder);
    const path = join(folder, 'scale.mjs');
    writeFileSync(path, `export const source = ${JSON.stringify(scaleSpec, null, 1)};\n`);
    const { operator } = (await loadSource(path)).source;
    expect(operator.workloads).toEqual({ default: { n: '100' }, large: { n: '1000' } });
    const wrong = join(folder, 'wrong.mjs');
    writeFileSync(
      wrong,
      'export const source = {\n  files: ["scale.c"],\n  function: "scale",\n  knobs: {},\n  arguments: [{ name: "x", shape: [1], direction: "out" }],\n};\n',
    );
    await expect(loadFile(wrong)).rejects.toThrow(/wrong\.mjs:\d+: source\.knobs: there is none/);
  });

  test('is another one when its text, its C, or what that includes changes', async () => {
    const path = writeSource(folder, {}, `#include "step.h"\n${scaleC}`);
    const hash = async (): Promise<string> => (await loadSource(path)).source.sha256;
    writeFileSync(join(folder, 'step.h'), '/* one */\n');
    const first = await hash();
    expect(await hash()).toBe(first);
    writeFileSync(join(folder, 'step.h'), '/* two */\n');
    const second = await hash();
    writeSource(folder, {}, `#include "step.h"\n${scaleC}\n`.replace('by * x', 'x'));
    const third = await hash();
    writeSource(folder, { flops: '2 * n' }, `#include "step.h"\n${scaleC}\n`.replace('by * x', 'x'));
    expect(new Set([first, second, third, await hash()]).size).toBe(4);
  });

  test('whose files include themselves is refused', async () => {
    const path = writeSource(folder, {}, '#include "scale.c"\n');
    await expect(loadSource(path)).rejects.toThrow(/includes itself/);
  });

  test('reads back the arguments that it writes into a log, and no others', async () => {
    const { operator } = (await loadSource(writeSource(folder))).source;
    const workload = operator.workload('n=7', {});
    expect(workload.name).toBe('n=7');
    const args = operator.encode(workload);
    expect(args).toEqual([
      ['TENSOR', [7], 'float32'],
      ['TENSOR', [7], 'float32'],
      ['SIZE', 'n', 7],
    ]);
    expect(operator.decode(args)).toEqual(workload);
    expect(() => operator.decode([['SIZE', 'n', 7]])).toThrow(/are not those of scale/);
    expect(() => operator.decode([['SIZE', 'n', -7]])).toThrow(/are not those of scale/);
    expect(() => operator.workload('lrge', {})).toThrow(/no workload "lrge": did you mean "large"/);
    expect(() => operator.workload('m=3', {})).toThrow(/no size "m"/);
    expect(() => operator.workload('n=0', {})).toThrow(/whole number from 1/);
  });

  test('defines the macros of a config, and no others', async () => {
    const { operator, template } = (await loadSource(writeSource(folder, { macros: { HALF: 'n / 2 + STEP' } }))).source;
    const workload = operator.workload('large', {});
    const task = makeTask(template, workload, hostTarget(1), operator);
    const { source, args } = generate(task, task.space.config({ STEP: 4, OPT: '-O1' }));
    expect(source.match(/^#define.*/gm)).toEqual(['#define STEP 4', '#define HALF 504']);
    expect(args.map(({ name, role }) => [name, role])).toEqual([
      ['x', 'input'],
      ['y', 'output'],
    ]);
  });
});
