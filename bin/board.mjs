/**
 * `npm run farm:board [-- --triple TRIPLE] [--out FOLDER]`: what a board needs to serve a farm, in `dist/board`: the
 * command line as one file, which takes Node and no package, and the runner, of machines of this kind or of a triple
 * whose cross compiler and qemu are here. Prints their sizes, and how long each takes to start here.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { platformOf } from '../dist/src/backend/cpu/qemu.js';
import { hostToolchain, toolchainNamed } from '../dist/src/backend/cpu/toolchains.js';
import { commandOf, nativeProgram } from '../dist/src/measure/native.js';
import { Scratch } from '../dist/src/measure/scratch.js';

const STARTS = 5;
const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/board' }, triple: { type: 'string' } },
});
const folder = values.out;
const platform = platformOf(values.triple === undefined ? hostToolchain() : toolchainNamed(values.triple));
const [program, runner] = ['tune.mjs', 'runner'].map((name) => join(folder, name));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Packages that are loaded when a farm is connected to become part of the file, too. */
const farmPackages = {
  name: 'farm-packages',
  setup({ onLoad }) {
    onLoad({ filter: /measure\/farm\/connection\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('load(', 'require(') };
    });
  },
};
await build({
  stdin: { contents: "import { main } from './src/cli/main.ts'; await main(process.argv.slice(2));", resolveDir: '.' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  banner: {
    js: "import { createRequire as requireBeside } from 'node:module'; const require = requireBeside(import.meta.url);",
  },
  plugins: [farmPackages],
  outfile: program,
  logLevel: 'warning',
});
const { name, version, type, engines, compilers } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, type, engines, compilers })}\n`);

const scratch = new Scratch();
copyFileSync(await nativeProgram(scratch, platform), runner);
scratch.close();

print(program, [process.execPath, program, 'worker', '--help']);
print(runner, commandOf(platform, resolve(runner), 'ready'));

function print(path, command) {
  const kilobytes = Math.ceil(statSync(path).size / 1000);
  process.stdout.write(`${path}  ${kilobytes} kB, starts in ${Math.round(startOf(command))} ms\n`);
}

/** Milliseconds: the median of some starts. */
function startOf([command, ...args]) {
  const times = Array.from({ length: STARTS }, () => {
    const start = performance.now();
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} ended with ${status ?? 'a signal'}: ${stderr.slice(-500)}`);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)];
}
