/**
 * Starts jest on V8's flags for suites that are over before more optimizing and collecting would pay: with the suites
 * that are named, or else the tiers that need seconds each; with `--all` first, every tier. Versions of Node differ in
 * the names of such flags and refuse unknown ones, so each is looked up first.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `--interrupt-budget` is of Node 20, `--invocation-count-for-turbofan` of later ones; both put optimizing off. */
const wanted = [
  '--interrupt-budget=500000',
  '--invocation-count-for-turbofan=22000',
  '--single-threaded-gc',
  '--max-semi-space-size=64',
];
const { stdout: known } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
const flags = wanted.filter((flag) => known.includes(`${flag.replace(/=.*/, '')} (`));

const args = process.argv.slice(2);
const isAll = args[0] === '--all';
const asked = isAll ? args.slice(1) : args;
const namesSuites = asked.some((arg) => arg.startsWith('test'));
/** `test/measure` names the suites of that room in every tier. */
const suites = asked.map((arg) => arg.replace(/^test\/(?!(kernels|system)\b)/, 'test/((kernels|system)/)?'));
const tiers = isAll || namesSuites ? [] : ['--selectProjects=unit', '--selectProjects=kernels'];

// Suites of the system run what is built. Packages that are missing are not installed below a running jest.
const setup = isAll ? spawnSync('sh', ['bin/setup'], { stdio: 'inherit' }).status : 0;
if (setup !== 0) process.exit(setup ?? 1);

// A file that was added is of its registry, too.
await import('../../../bin/registries.mjs');

const jest = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));
const node = [...flags, '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const child = spawn(process.execPath, [...node, jest, ...tiers, ...suites], { stdio: 'inherit' });
// Who ends this process means jest. The terminal tells both of Ctrl-C.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
child.on('exit', (code) => (process.exitCode = code ?? 1));
