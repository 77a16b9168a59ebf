import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bytesOf, isNeeded, librariesOf, packageItems, productionModules } from '../../../../bench/gpu/contents.js';
import { buildOnce } from '../../../cli/bin.js';

beforeAll(() => {
  buildOnce();
}, 120_000);

describe('the archive', () => {
  const modules = productionModules(readFileSync('package-lock.json', 'utf8'));

  test('takes the modules that the program needs, and none that only its makers need', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      object
    >;
    for (const name of Object.keys(dependencies)) expect(modules).toContain(`node_modules/${name}`);
    for (const name of Object.keys(devDependencies)) expect(modules).not.toContain(`node_modules/${name}`);
  });

  test('finds all of the package, which is small beside the programs', () => {
    const items = packageItems(process.cwd(), modules);
    expect(items.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['run.sh', 'bench/gpu/peers.py', 'native', 'dist/bench']),
    );
    expect(bytesOf(items)).toBeGreaterThan(1e6);
    expect(bytesOf(items)).toBeLessThan(32e6);
    expect(isNeeded('main.js.map')).toBe(false);
  });

  test('when something is missing then one sentence says what to do', () => {
    expect(() => bytesOf([{ from: '/nowhere/dist', to: 'dist' }])).toThrow(
      '/nowhere/dist is not there: run `sh bin/setup`',
    );
  });

  test('takes libraries of programs, but nothing of the C library', () => {
    const ldd = `	linux-vdso.so.1 (0x00007f94b83f5000)
	libdl.so.2 => /lib/libdl.so.2 (0x1)
	libstdc++.so.6 => /usr/lib/libstdc++.so.6 (0x1)
	libc.so.6 => /lib/libc.so.6 (0x1)
	libcrypt.so.1 => /lib/libcrypt.so.1 (0x1)
	/lib64/ld-linux-x86-64.so.2 (0x1)
`;
    expect(librariesOf('node', ldd)).toEqual(['/usr/lib/libstdc++.so.6', '/lib/libcrypt.so.1']);
    expect(() => librariesOf('node', '	libdmlc.so.0 => not found\n')).toThrow('node needs libdmlc.so.0');
  });
});

describe('run.sh', () => {
  let folder = '';
  const script = (name: string, body: string): void => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  const run = (args: readonly string[], env = {}): { status: number | null; stdout: string; stderr: string } =>
    spawnSync('sh', [join(folder, 'run.sh'), ...args], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-archive-'));
    mkdirSync(join(folder, 'bin'));
    copyFileSync('bench/gpu/run.sh', join(folder, 'run.sh'));
    script('node', 'echo "$@ [$LD_LIBRARY_PATH]"');
    script('xgboost', 'exit 0');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('runs the benchmark with its own node, for as long and to where it was told', () => {
    const main = `${folder}/dist/bench/gpu/main.js`;
    expect(run([]).stdout).toBe(`${main} --minutes 25 --out ${folder}/results []\n`);
    expect(run(['7'], { OUT: '/o' }).stdout).toBe(`${main} --minutes 7 --out /o []\n`);
  });

  test('its own libraries are taken only where node does not run without them', () => {
    script('node', '[ -n "$LD_LIBRARY_PATH" ] && echo "$LD_LIBRARY_PATH"');
    expect(run([])).toMatchObject({ status: 0, stdout: `${folder}/lib\n` });
  });

  test.each(['node', 'xgboost'])('when %s does not run there then one sentence says why', (name) => {
    script(name, 'echo "version GLIBC_2.99 not found" >&2; exit 1');
    const { status, stderr } = run([]);
    expect(stderr).toContain(`the ${name} of this archive does not run here (version GLIBC_2.99 not found)`);
    expect(status).toBe(3);
  });
});

test('without a GPU the benchmark ends with 3 and one sentence, and leaves nothing behind', () => {
  const out = join(tmpdir(), `tune-nothing-${process.pid}`);
  const env = { ...process.env, LD_LIBRARY_PATH: '/nowhere', CUDA_VISIBLE_DEVICES: '' };
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/bench/gpu/main.js'), '--out', out], {
    encoding: 'utf8',
    env,
  });
  expect(stderr).toMatch(/^bench:gpu: CUDA kernels cannot run here, since [^\n]*\n$/);
  expect(status).toBe(3);
  expect(existsSync(out)).toBe(false);
});

test('when the minutes are none then the exit code is that of wrong usage', () => {
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/bench/gpu/main.js'), '--minutes', 'x'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('--minutes needs a number above 0');
  expect(status).toBe(2);
});

test('when the folder of the archive does not exist, one sentence says so', () => {
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/bench/gpu/pack.js'), '/nowhere/p.tar.gz'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'bench:gpu:pack: There is no folder "/nowhere" for the archive: make it, or name another file.\n',
  );
  expect(status).toBe(2);
});
