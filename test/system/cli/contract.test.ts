import { execFileSync } from 'node:child_process';

import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { contract } from '../../../src/index.js';
import { exampleWith, moduleFolder } from '../../support/modules.js';
import { buildOnce, jsonLines, tune } from '../../cli/bin.js';
import { run } from '../../cli/run.js';

beforeAll(() => {
  buildOnce();
});
const write = moduleFolder();

const few = ['--configs', '1', '--target', 'llvm', '--threads', '2'] as const;

describe('tune contract', () => {
  test('passes a template that lies anywhere, and counts what was checked', () => {
    const path = write('conv1d.mjs', exampleWith('conv1d.js'));
    const { code, stdout, stderr } = tune(dirname(path), ['contract', './conv1d.mjs', ...few]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '1 template, 21 checks (6 kernels): all passed\n',
    });
    expect(stderr).toMatch(/^conv1d\.direct on llvm .* -threads=2, seed 0\n$/);
  });

  test('names what is broken, and exits with 1', () => {
    const path = write('broken.mjs', exampleWith('conv1d.js', ['schedule.cacheWrite(out', 'schedule.cacheRight(out']));
    const { code, stdout } = tune(dirname(path), ['contract', './broken.mjs', ...few]);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(0)).toMatch(
      /^✗ conv1d\.direct, pure: \.\/broken\.mjs:\d+: template conv1d\.direct, schedule threw TypeError: .*cacheRight.* \(1x1-1x1; llvm .*\)$/,
    );
    expect(lines.at(-1)).toMatch(/^1 template, 21 checks \(6 kernels\): 12 failed$/);
  });

  test('tells events as JSON', async () => {
    const { code, stdout } = await run('contract', 'examples/conv1d.js', ...few, '--json');
    const events = jsonLines(stdout);
    expect({ code, wrong: events.filter(({ ok }) => ok === false) }).toEqual({ code: 0, wrong: [] });
    expect(events.at(0)).toMatchObject({ event: 'start', template: 'conv1d.direct', operator: 'conv1d', configs: 1 });
    expect(events.find(({ check }) => check === 'kernel')).toEqual({
      event: 'check',
      template: 'conv1d.direct',
      check: 'kernel',
      workload: '1x1-1x1',
      target: expect.stringContaining('llvm'),
      index: expect.any(Number),
      values: { channels: 1, vectors: expect.any(Number), pack: expect.any(Boolean), parallel: expect.any(String) },
      ok: true,
      error: 0,
      message: null,
    });
    expect(events.at(-1)).toMatchObject({ event: 'finish', failed: 0, aborted: false });
  });

  test('refuses what is no template', async () => {
    const path = write('nothing.mjs', 'export const tempalte = 1;');
    expect(await run('contract', path)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/nothing\.mjs exports no template, .*did you mean "template"/),
    });
    expect(await run('contract', 'matmul.blokced')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Unknown template "matmul\.blokced": did you mean "matmul\.blocked"/),
    });
    expect(await run('contract', './absent.js')).toMatchObject({
      code: 2,
      said: 'The module ./absent.js cannot be read (ENOENT).',
    });
    expect((await run('contract')).said).toMatch(/`tune contract` needs a JavaScript module/);
  });
});

test('the example for GPUs is right on the first shapes, in the emulator', async () => {
  const kernels: unknown[] = [];
  for await (const event of contract('examples/matmul-threads.js', { configs: 1, target: 'cuda -arch=sm_80' })) {
    if (event.event === 'check') expect(event).toMatchObject({ ok: true });
    if (event.event === 'check' && event.check === 'kernel') kernels.push(event.workload);
    if (kernels.length === 4) break;
  }
  expect(kernels).toHaveLength(4);
});

test('a module that has changed is loaded anew, in a program that lives longer', () => {
  const path = write('changing.mjs', exampleWith('climb.js'));
  const changed = exampleWith('climb.js', ["name: 'climb',", "name: 'other',"]);
  const script = write(
    'program.mjs',
    `import { writeFileSync } from 'node:fs';
    import { loadModule } from ${JSON.stringify(pathToFileURL(resolve('dist/src/index.js')).href)};
    const [first] = (await loadModule(${JSON.stringify(path)})).explorers;
    writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(changed)});
    const [second] = (await loadModule(${JSON.stringify(path)})).explorers;
    console.log(first.name, second.name);`,
  );
  expect(
    execFileSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } }),
  ).toBe('climb other\n');
});

test('`tune` is this library in modules and in what they import, and nowhere else', () => {
  const climb = exampleWith('climb.js');
  write('child.mjs', climb);
  const path = write('parent.mjs', `import { UsageError } from 'tune';\nexport { explorer } from './child.mjs';\n`);
  const script = write(
    'hooked.mjs',
    `import { loadModule } from ${JSON.stringify(pathToFileURL(resolve('dist/src/index.js')).href)};
    const { explorers } = await loadModule(${JSON.stringify(path)});
    const own = await import('tune').catch(({ code }) => code);
    console.log(explorers[0].name, own);`,
  );
  expect(
    execFileSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } }),
  ).toBe('climb ERR_MODULE_NOT_FOUND\n');
});
