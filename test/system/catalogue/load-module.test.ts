import { AutoTrainer } from '../../../src/model/trainer/auto.js';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { loadModule } from '../../../src/catalogue/load-module.js';
import { Random } from '../../../src/space/random.js';
import { matmul } from '../../../src/operator/matmul.js';
import { extended, ownCatalogue } from '../../../src/catalogue/catalogue.js';
import { UsageError } from '../../../src/target/errors.js';
import { nestOf } from '../../../src/templates/nest.js';
import { avx2 } from '../../support/targets.js';
import { exampleWith, moduleFolder } from '../../support/modules.js';
import { contextOf, smallSpace } from '../../explorer/fixtures.js';

const write = moduleFolder();
let written = 0;

/** What loading a module of this text says, with the name of its file as `mine.mjs`. */
async function refusalOf(text: string): Promise<string> {
  const path = write(`refused${written++}.mjs`, text);
  const error: unknown = await loadModule(path).then(
    () => 'it was loaded',
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message.replaceAll(path, 'mine.mjs');
}

const bare = `import { defineTemplate, SpaceBuilder, matmul, Schedule } from 'tune';
export const template = defineTemplate({
  name: 'matmul.bare',
  operator: 'matmul',
  target: 'simd',
  summary: 'plain loops',
  version: 1,
  tolerance: 1e-4,
  refuses: () => undefined,
  define: () => new SpaceBuilder().choice('one', [1]).build(),
  schedule: (workload) => new Schedule(matmul.computation(workload)),
});
`;

describe('a module', () => {
  test('gives what it exports; its templates name the file and its contents', async () => {
    const path = write('good.mjs', bare);
    const loaded = await loadModule(path);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(loaded).toMatchObject({ file: 'good.mjs', sha256, operators: [], explorers: [], models: [] });
    expect(loaded.templates.map(({ name, module }) => ({ name, module }))).toEqual([
      { name: 'matmul.bare', module: { file: 'good.mjs', sha256 } },
    ]);
  });

  test('may export lists, an operator, an explorer and a model', async () => {
    const [conv1d, climb] = await Promise.all([loadModule('examples/conv1d.js'), loadModule('examples/climb.js')]);
    expect(conv1d.operators.map(({ name }) => name)).toEqual(['conv1d']);
    expect(conv1d.templates.map(({ name }) => name)).toEqual(['conv1d.direct']);
    expect(climb.explorers.map(({ name }) => name)).toEqual(['climb']);
    const lists = await loadModule(
      write(
        'lists.mjs',
        `export const models = ['one', 'two'].map((name) => ({ name, create: () => ({ name, fit() {}, predict() {} }) }));`,
      ),
    );
    expect(lists.models.map(({ create }) => create({ trainer: new AutoTrainer() }).name)).toEqual(['one', 'two']);
  });
});

describe('a module that cannot be used is refused in one sentence, with the line', () => {
  test.each<[what: string, text: string, says: RegExp]>([
    ['exports nothing', '', /^mine\.mjs exports no template, operator, explorer or model: write `export const/],
    ['misspells its export', 'export const tempalte = {};', /"tempalte": did you mean "template"\?/],
    ['throws', '\n\nthrow new Error("no luck\\nat all");', /^mine\.mjs:3: the module threw Error: no luck$/],
    ['is no JavaScript', '\nconst = 1;', /^mine\.mjs:2: the module threw SyntaxError: /],
    ['imports what is not there', 'import "no-such-package";', /no-such-package/],
    ['exports a number', '// one\nexport const template = 7;', /^mine\.mjs:2: template: must be an object/],
    ['exports no list as one', 'export const templates = 7;', /^mine\.mjs:1: templates: must be a list/],
    [
      'has a word as a tolerance',
      bare.replace('1e-4', "'low'"),
      /^mine\.mjs:8: template\.tolerance: must be a number$/,
    ],
    ['has a wrong tolerance', bare.replace('1e-4', '-1'), /^mine\.mjs:8: template\.tolerance: must be above 0$/],
    ['has a wrong target', bare.replace("'simd'", "'cpu'"), /^mine\.mjs:5: template\.target: must be "simd"/],
    [
      'has a value as a method',
      bare.replace('() => undefined', '7'),
      /^mine\.mjs:9: template\.refuses: must be a function/,
    ],
    [
      'takes a name of ours',
      bare.replace('matmul.bare', 'matmul.dot'),
      /^mine\.mjs:3: template\.name: "matmul\.dot" is the name of one that comes with tune/,
    ],
    [
      'takes a name twice',
      `${bare}export const templates = [template];`,
      /"matmul\.bare" is the name of another one in this file/,
    ],
    [
      'has a name that no log may hold',
      bare.replace('matmul.bare', 'a b'),
      /^mine\.mjs:3: template\.name: must be letters/,
    ],
    [
      'is for no operator',
      bare.replace("operator: 'matmul'", "operator: 'matmull'"),
      /^mine\.mjs:4: template\.operator: there is no operator "matmull": did you mean "matmul"\?/,
    ],
    [
      'has an operator without shapes',
      exampleWith('conv1d.js', ["'whisper.conv1': {", "'whisper.conv1': 3, x: {"]),
      /^mine\.mjs:\d+: operator\.workloads\.whisper\.conv1: must be options/,
    ],
    [
      'has an option that is none',
      exampleWith('conv1d.js', ["'--stride <n>'", "'stride'"]),
      /^mine\.mjs:\d+: operator\.options\.4\.flags: must be the flags of an option/,
    ],
    [
      'has an explorer without create',
      'export const explorer = { name: "up" };',
      /^mine\.mjs:1: explorer\.create: must be a function/,
    ],
  ])('when it %s', async (_, text, says) => {
    const said = await refusalOf(text);
    expect(said).toMatch(says);
    expect(said).not.toContain('\n');
  });

  test('when there is no such file, or it is a folder', async () => {
    await expect(loadModule('no/such.js')).rejects.toThrow(
      new UsageError('The module no/such.js cannot be read (ENOENT).'),
    );
    await expect(loadModule('examples')).rejects.toThrow(/examples cannot be read \(EISDIR\)/);
  });

  test('when it is a pipe or a device, which would be waited for', async () => {
    const pipe = write('pipe.mjs', '');
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero'])
      await expect(loadModule(path)).rejects.toThrow(
        new UsageError(`The module ${path} is no file: name a JavaScript module.`),
      );
  });

  test('when what it exports throws as it is looked at', async () => {
    const text = 'export const template = new Proxy({}, { get() { throw 1; } });';
    expect(await refusalOf(text)).toBe('mine.mjs: what it exports threw 1');
  });
});

describe('a fault of a module', () => {
  test('is said to be its own, with the line', async () => {
    const path = write('faulty.mjs', bare.replace("new SpaceBuilder().choice('one', [1]).build()", 'oops.space'));
    const { templates } = await loadModule(path);
    expect(() => templates.at(0)!.define({ operator: 'matmul', name: '', shape: {} }, avx2)).toThrow(
      `${path}:10: template matmul.bare, define threw ReferenceError: oops is not defined`,
    );
  });

  test.each<[what: string, change: [from: string, to: string], says: RegExp]>([
    ['space is not built', ['.build()', ''], /, define must return a space: end it with `\.build\(\)`$/],
    [
      'schedule is not returned',
      ['=> new Schedule(matmul', '=> void new Schedule(matmul'],
      /, schedule must return its/,
    ],
    ['refusal is no text', ['refuses: () => undefined', 'refuses: () => true'], /, refuses must return a text/],
    [
      'constraint throws',
      ['.build()', ".constraint('never', ({ one }) => oops > one).build()"],
      /:10: template matmul\.bare, constraint "never" threw ReferenceError: oops is not defined$/,
    ],
  ])('is said to be its own where a %s', async (what, change, says) => {
    const { templates } = await loadModule(write(`${what.replaceAll(' ', '-')}.mjs`, bare.replace(...change)));
    const template = templates.at(0)!;
    const workload = matmul.workload(undefined, { m: '2', n: '2', k: '2' });
    expect(() => {
      template.refuses!(workload, avx2);
      const space = template.define(workload, avx2);
      nestOf({ template, workload, target: avx2, space }, space.get(0));
    }).toThrow(says);
  });

  test('of a value that is frozen is told like that of any other', async () => {
    const text = bare.replace('defineTemplate({', 'Object.freeze({').replace('=> undefined', '=> oops');
    const { templates } = await loadModule(write('frozen.mjs', text));
    expect(() => templates.at(0)!.refuses!(matmul.workload(undefined, {}), avx2)).toThrow(
      /refuses threw ReferenceError/,
    );
  });

  test('of an explorer, too, which is made by it', async () => {
    const text = `export const explorer = { name: 'up', create: () => ({
      name: 'up',
      async propose() { return null.length; },
      observe() {},
    }) };`;
    const path = write('explorer.mjs', text);
    const { explorers } = await loadModule(path);
    const explorer = explorers.at(0)!.create(contextOf(smallSpace(), { random: new Random(1) }));
    await expect(explorer.propose(1)).rejects.toThrow(`${path}:3: explorer up, propose threw TypeError: `);
  });

  test('of an explorer that is none', async () => {
    const empty = await loadModule(write('empty.mjs', 'export const explorer = { name: "up", create: () => ({}) };'));
    const context = contextOf(smallSpace(), { random: new Random(1) });
    expect(() => empty.explorers.at(0)!.create(context)).toThrow(/create must return an object with propose\(\)$/);
  });

  test('errors for people pass as they are', async () => {
    const { operators } = await loadModule('examples/conv1d.js');
    expect(() => operators.at(0)!.workload(undefined, { width: '2' })).toThrow(
      new UsageError('--kernel 3 is longer than --width 2'),
    );
  });
});

test('a module that is loaded twice counts once; two of the same name are refused', async () => {
  const text = exampleWith('conv1d.js');
  const [one, again, other] = await Promise.all([
    loadModule('examples/conv1d.js'),
    loadModule('./examples/conv1d.js'),
    loadModule(write('other.mjs', `// Another one.\n${text}`)),
  ]);
  const { operators, templates } = extended(ownCatalogue, [one, again]);
  expect(operators.filter(({ name }) => name === 'conv1d')).toHaveLength(1);
  expect(templates.filter(({ name }) => name === 'conv1d.direct')).toHaveLength(1);
  expect(() => extended(ownCatalogue, [one, other])).toThrow(
    new UsageError('There are two operators called "conv1d": give one of them another name.'),
  );
  expect(() => extended(ownCatalogue, [{ operators: [{ ...matmul }] }])).toThrow(/two operators called "matmul"/);
  expect(extended(ownCatalogue, [{ operators: [matmul] }]).operators).toHaveLength(ownCatalogue.operators.length);
});
