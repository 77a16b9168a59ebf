/**
 * `npm run soak:mutated-logs -- [--lines 100000] [--seed 1]`: gives mutated lines, a few dozen a log with honest ones
 * among them, to best, replay up to the source, simulate, --history, resume and bench in one process. Prints what came
 * of it; exits with 1 when anything was thrown that is not for people, accepted that is outside of its space, started
 * that is no compiler, or left behind.
 */
import childProcess from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../src/space/random.js';
import { giveToAll } from '../support/hostile-log.js';
import { honest } from '../support/honest-lines.js';
import { mark, mutated } from '../support/mutations.js';
import { readSoakOptions } from '../support/soak-options.js';

const MUTATED_A_LOG = 50;
const HONEST_A_LOG = 12;
/** A step of a log that takes longer has been made to hang. */
const HANGS_MS = 20_000;

const { lines: wanted, seed } = readSoakOptions({
  name: 'soak:mutated-logs',
  text: 'Gives mutated lines of logs to all that reads logs.',
  options: { lines: { default: 100_000, text: 'that are mutated' }, seed: { default: 1, text: 'of the mutations' } },
}).values;
const random = new Random(seed);
const cache = readFileSync('test/fixtures/made-up.kt-cache.json', 'utf8');

/** All that is started, and with what. */
const started = new Map<string, number>();
const faults = new Map<string, number>();

// Making honest records asks what machine this is, and starts more than compilers.
const known = honest(random, 3);
watchProcesses();
const folder = mkdtempSync(join(tmpdir(), 'tune-soak-'));
const home = process.cwd();
process.chdir(folder);
const total = { lines: 0, logs: 0, read: 0, rebuilt: 0 };
let slowest = { ms: 0, step: '' };
const begin = performance.now();
while (total.lines < wanted) {
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, total.logs % 20 === 19 ? mutatedCache() : mutatedLog());
  total.logs++;
  total.lines += MUTATED_A_LOG;
  const found = await giveToAll(path, known.tasks, random);
  total.read += found.read;
  total.rebuilt += found.rebuilt;
  if (found.slowest.ms > slowest.ms) ({ slowest } = found);
  if (found.slowest.ms > HANGS_MS) blame(`${found.slowest.step} took ${(found.slowest.ms / 1000).toFixed(0)} s`, path);
  for (const fault of found.faults) blame(fault, path);
  if (existsSync(mark)) blame('something was executed', path);
  if (Object.keys(Object.prototype).length > 0) blame('the prototype of all objects was changed', path);
  const left = readdirSync(folder).filter((name) => name !== 'log.jsonl' && !name.startsWith('fault-'));
  if (left.length > 0) blame(`files were left: ${left.join(', ')}`, path);
}
const seconds = (performance.now() - begin) / 1000;

console.log(`${total.lines} mutated lines in ${total.logs} logs, seed ${seed}, ${seconds.toFixed(0)} s`);
console.log(`${total.read} records read (honest ones included), ${total.rebuilt} rebuilt, all inside of their spaces`);
console.log(`slowest step of a log: ${slowest.step}, ${(slowest.ms / 1000).toFixed(1)} s`);
console.log(`memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at most`);
for (const [command, count] of [...started].toSorted(([, a], [, b]) => b - a).slice(0, 12))
  console.log(`started ${count} times: ${command}`);
console.log(`${faults.size} kinds of faults`);
for (const [fault, count] of faults) console.log(`${count} × ${fault}`);
if (faults.size === 0) rmSync(folder, { recursive: true });
else console.log(`the logs are in ${folder}`);
process.chdir(home);
process.exitCode = faults.size === 0 ? 0 : 1;

function mutatedLog(): string {
  const good = Array.from({ length: HONEST_A_LOG }, () => random.pick(known.lines));
  const bad = Array.from({ length: MUTATED_A_LOG }, () => mutated(random.pick(known.lines), known.lines, random));
  const lines = [...good, ...bad];
  random.shuffle(lines);
  return lines.join('\n') + (random.float() < 0.8 ? '\n' : '');
}

/** A Kernel Tuner cache of which as many things are changed as a log has lines. */
function mutatedCache(): string {
  let text = cache;
  for (let left = 1 + random.int(4); left > 0; left--) text = mutated(text, known.lines, random);
  return text;
}

/** Keeps the log of the first of each kind. */
function blame(fault: string, path: string): void {
  const kind = fault.replaceAll(folder, '').slice(0, 600);
  const count = faults.get(kind) ?? 0;
  faults.set(kind, count + 1);
  if (count === 0) writeFileSync(join(folder, `fault-${faults.size}.jsonl`), readFileSync(path));
}

/** Whatever starts a program goes through here: only compilers may be started, to ask what CPUs they know. */
function watchProcesses(): void {
  const allowed = /^(-m(arch|cpu)=[A-Za-z0-9][\w.+-]*|-dM|-E|-x|c|\/dev\/null|--version|-Q|--help=target|-###)$/;
  const { spawnSync } = childProcess;
  const watched = (program: string, args: readonly string[] = [], options?: object): unknown => {
    const odd = args.find((word) => !allowed.test(word));
    const isCompiler = /^(\w+-linux-gnu-)?(gcc|clang)(-\d+)?$/.test(program);
    if (!isCompiler || odd !== undefined) faults.set(`started: ${program} ${args.join(' ')}`, 1);
    const command = [program, ...args].join(' ').replace(/-m(arch|cpu)=\S+/, '-m$1=…');
    started.set(command, (started.get(command) ?? 0) + 1);
    return spawnSync(program, args, options);
  };
  const refused = (program: string): never => {
    throw new Error(`started: ${program}`);
  };
  Object.assign(childProcess, { spawnSync: watched, spawn: refused, execFile: refused, exec: refused, fork: refused });
  syncBuiltinESMExports();
}
