import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** A checkout with nothing in it but bin/setup, on a machine whose programs are all fakes that note their calls. */
let root = '';
let programs = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tune-setup-'));
  programs = join(root, 'programs');
  for (const folder of ['bin', 'src', 'bench', 'programs']) mkdirSync(join(root, folder));
  for (const file of ['bin/setup', 'bin/tune', 'bin/package.json']) copyFileSync(file, join(root, file));
  for (const file of ['bin/bundle.mjs', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'src/a.ts'])
    write(file, '{}');
  copyFileSync('package.json', join(root, 'package.json'));
  for (const name of ['sh', 'sed', 'dirname', 'cksum', 'find', 'head', 'cat', 'mkdir', 'mv', 'tr', 'rm', 'env', 'grep'])
    link(name);
  fake('node', 'echo v20.19.0');
  fakeCompiler('gcc', 'gcc (Debian) 12.2.0, Free Software Foundation', '12');
  fake('g++', 'exit 0');
  fake('ldconfig', 'echo "libxgboost.so.0 (libc6,x86-64) => /usr/lib/libxgboost.so.0"');
  fake('id', 'echo 0');
  fake(
    'npm',
    'case $1 in ci) mkdir -p node_modules ;; run) mkdir -p dist/bundle/cli && : >dist/bundle/cli/main.js >dist/index.d.ts ;; esac',
  );
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, content: string): void {
  writeFileSync(join(root, path), content);
}

function link(name: string): void {
  const found = ['/bin', '/usr/bin'].map((folder) => join(folder, name)).find(existsSync)!;
  symlinkSync(found, join(programs, name));
}

function fake(name: string, body: string): void {
  const path = join(programs, name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >>"${root}/calls"\n${body}\n`);
  chmodSync(path, 0o755);
}

/** A compiler that finds all headers but those of `lacks`. */
function fakeCompiler(name: string, says: string, version: string, lacks = 'nothing'): void {
  const headers = `read -r line; case $line in *${lacks}*) exit 1 ;; esac`;
  fake(name, `case $1 in --version) echo '${says}' ;; -dumpversion) echo ${version} ;; *) ${headers} ;; esac`);
}

function setup(more: NodeJS.ProcessEnv = {}): { code: number | null; said: string; calls: string[] } {
  rmSync(join(root, 'calls'), { force: true });
  const { status, stdout, stderr } = spawnSync(join(programs, 'sh'), [join(root, 'bin/setup')], {
    env: { PATH: programs, ...more },
    encoding: 'utf8',
  });
  const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
  const interesting = calls.filter((call) => /^(npm|apt-get|sudo)/.test(call));
  return { code: status, said: stdout + stderr, calls: interesting };
}

/** Moves a file's time a minute ahead, so that it is newer than the build. */
function edit(path: string): void {
  const soon = Date.now() / 1000 + 60;
  utimesSync(join(root, path), soon, soon);
}

describe('what is done', () => {
  test('a fresh checkout is installed and built; the second time there is nothing to do and nothing said', () => {
    const first = setup();
    expect(first.code).toBe(0);
    expect(first.calls).toEqual([expect.stringMatching(/^npm ci /), expect.stringMatching(/^npm run .*build$/)]);
    expect(setup()).toEqual({ code: 0, said: '', calls: [] });
  });

  test('when a source is newer, it is built again', () => {
    setup();
    edit('src/a.ts');
    expect(setup().calls).toEqual([expect.stringMatching(/^npm run .*build$/)]);
  });

  test('when a source was deleted, it is built again', () => {
    setup();
    rmSync(join(root, 'src/a.ts'));
    edit('src');
    expect(setup().calls).toEqual([expect.stringMatching(/^npm run .*build$/)]);
  });

  test('when package-lock.json changes, the packages are installed again; when only its date changes, they are not', () => {
    setup();
    write('package-lock.json', '{"other": true}');
    expect(setup().calls[0]).toMatch(/^npm ci /);
    edit('package-lock.json');
    expect(setup().calls.filter((call) => call.startsWith('npm ci'))).toEqual([]);
  });

  test('when the build or npm fails, so does setup, and the next one tries again', () => {
    fake('npm', 'case $1 in ci) mkdir -p node_modules ;; run) echo "src/a.ts: bad" >&2; exit 2 ;; esac');
    expect(setup()).toMatchObject({ code: 1, said: expect.stringMatching(/src\/a\.ts: bad[^]*the build failed/) });
    expect(setup().calls).toEqual([expect.stringMatching(/^npm run/)]);
    fake('npm', 'exit 1');
    write('package-lock.json', '{"other": true}');
    expect(setup()).toMatchObject({ code: 1, said: expect.stringContaining('npm ci failed') });
    expect(setup().calls).toEqual([expect.stringMatching(/^npm ci/)]);
  });
});

describe('what is missing', () => {
  test('on Debian, libxgboost is installed, without questions', () => {
    fake('ldconfig', 'exit 0');
    fake('apt-cache', 'exit 0');
    fake(
      'apt-get',
      `case "$*" in *install*) echo "$DEBIAN_FRONTEND" >"${root}/frontend"; : >"${programs}/xgboost"; chmod +x "${programs}/xgboost";; esac`,
    );
    link('chmod');
    const { code, calls } = setup();
    expect(code).toBe(0);
    expect(calls[0]).toMatch(/^apt-get .*install -y --no-install-recommends libxgboost0$/);
    expect(readFileSync(join(root, 'frontend'), 'utf8')).toBe('noninteractive\n');
  });

  test.each(['xgboost', 'python3'])('nothing is installed to train with where %s has it already', (name) => {
    fake('ldconfig', 'exit 0');
    fake(name, 'exit 0');
    expect(setup()).toMatchObject({ code: 0, calls: [expect.stringMatching(/^npm ci /), expect.anything()] });
  });

  test('in a container whose package lists are empty, they are fetched first', () => {
    fake('ldconfig', 'exit 0');
    fake('apt-cache', 'exit 1');
    fake('apt-get', `case "$*" in *install*) : >"${programs}/xgboost"; chmod +x "${programs}/xgboost";; esac`);
    link('chmod');
    const { code, calls } = setup();
    expect(code).toBe(0);
    expect(calls.slice(0, 2)).toEqual([expect.stringMatching(/ update$/), expect.stringMatching(/ install /)]);
  });

  test('a user who is not root gets sudo, or is told what to run', () => {
    fake('ldconfig', 'exit 0');
    fake('id', 'echo 1000');
    fake('apt-cache', 'exit 0');
    fake('apt-get', `: >"${programs}/xgboost"; chmod +x "${programs}/xgboost"`);
    link('chmod');
    expect(setup()).toMatchObject({ code: 3, said: expect.stringContaining('apt-get install libxgboost0'), calls: [] });
    fake('sudo', 'exec "$@"');
    const { code, calls } = setup();
    expect(code).toBe(0);
    expect(calls[0]).toMatch(/^sudo env DEBIAN_FRONTEND=noninteractive apt-get .*install/);
  });

  test('when the packages cannot be installed, it says so and exits with 3', () => {
    fake('ldconfig', 'exit 0');
    fake('apt-cache', 'exit 0');
    fake('apt-get', 'echo "E: no network" >&2; exit 100');
    const { code, said } = setup();
    expect(code).toBe(3);
    expect(said).toContain('E: no network');
    expect(said).toContain('could not install libxgboost0');
  });

  test('on a machine that it does not know, it says what to install', () => {
    fake('ldconfig', 'exit 0');
    rmSync(join(programs, 'gcc'));
    const { code, said, calls } = setup();
    expect(code).toBe(3);
    expect(said).toMatch(/not Debian or Ubuntu.*libxgboost0 gcc/);
    expect(calls).toEqual([]);
  });

  test.each(['v18.20.0', 'v20.18.3'])('Node %s is too old', (version) => {
    fake('node', `echo ${version}`);
    expect(setup()).toMatchObject({ code: 3, said: expect.stringContaining(`this is ${version}`), calls: [] });
  });

  test.each([
    ['gcc', 'gcc (Debian 10.2.1-6) 10.2.1, Free Software Foundation', '10', /gcc 12 or newer.*"gcc" is 10;.*gcc-12/],
    ['clang-14', 'Debian clang version 14.0.6', '14.0.6', /clang 16 or newer.*"clang-14" is 14.0.6;.*clang-16/],
    ['tcc', 'tcc version 0.9.27 (x86_64 Linux)', '', /"tcc", which is neither gcc nor clang; install gcc/],
  ])('the compiler %s that says %j is refused', (name, says, version, message) => {
    fakeCompiler(name, says, version);
    expect(setup({ CC: name })).toMatchObject({ code: 3, said: expect.stringMatching(message), calls: [] });
  });

  test('the compiler that CC names is installed, clang with its OpenMP', () => {
    fakeCompiler('clang-17', 'Debian clang version 17.0.6', '17.0.6', 'omp.h');
    fake('apt-cache', 'exit 0');
    fake('apt-get', 'exit 1');
    expect(setup({ CC: 'clang-17' }).said).toContain('could not install libomp-17-dev;');
    rmSync(join(programs, 'clang-17'));
    expect(setup({ CC: 'ccache clang-17' }).said).toContain('could not install ccache clang-17 libomp-17-dev;');
    expect(setup({ CC: '/usr/lib/ccache/gcc-14' }).said).toContain('could not install gcc-14;');
  });

  test('without g++ there are fewer tests: it is installed where that needs no password, and nobody is held up', () => {
    rmSync(join(programs, 'g++'));
    fake('id', 'echo 1000');
    fake('apt-cache', 'exit 0');
    fake('apt-get', 'exit 1');
    fake('sudo', '[ "$1" = env ] && shift 2 && exec "$@"; exit 1');
    expect(setup().calls).toEqual(['sudo -n true', expect.stringMatching(/^npm ci/), expect.stringMatching(/build$/)]);
    fake('id', 'echo 0');
    expect(setup()).toMatchObject({ code: 0, said: expect.stringContaining('could not install g++') });
  });

  test('without Node, it says where to get it', () => {
    rmSync(join(programs, 'node'));
    expect(setup()).toMatchObject({ code: 3, said: expect.stringContaining('nodejs.org'), calls: [] });
  });
});

test('bin/tune in a checkout that was never built says what to run', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/tune')], { encoding: 'utf8' });
  expect(status).toBe(3);
  expect(stderr).toContain('sh bin/setup');
});

test('bin/tune on a Node that is too old says which one is needed', () => {
  write('package.json', '{"engines": {"node": ">=99.1"}}');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/tune'), '--version'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: `tune: Node.js 99.1 or newer is needed and this is ${process.versions.node}; see https://nodejs.org/en/download.\n`,
  });
});
