/** The two programs that take turns: the library of ours, and Node with ONNX Runtime. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildDriver } from '../../backend/cpu/driver-program.js';
import { Driver } from '../../measure/driver.js';
import { make } from '../../backend/library/make.js';
import { programFile } from '../../measure/program-file.js';
import type { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { onePerCore } from '../../target/machine.js';
import { packageRoot } from '../../target/root.js';
import type { CompareOptions, ComparePort, NetworkToCompare } from './comparison.js';
import { readProfile, type ProfiledNode } from './profile.js';
import { defined } from '../../target/defined.js';

const execute = promisify(execFile);
/** Milliseconds of a profile's calls. */
const PROFILE_TIMEOUT = 300_000;
/** Calls of a profile, and how many of them come first and are not counted. */
const [PROFILED, SKIPPED] = [25, 5];

/** Files that both read and write: floats of all arrays of a kind, one behind the other. */
interface Files {
  readonly inputs: string;
  readonly outputs: string;
}

/** Starts the library's driver, built if need be, which leaves the outputs of a first call. Throws as `make` does. */
export async function startOurs(network: NetworkToCompare, files: Files, signal?: AbortSignal): Promise<Driver> {
  const program = join('build', 'driver');
  await make(network.folder, [program], signal);
  return start('ours', network.threads, [join(network.folder, program), files.inputs, files.outputs]);
}

/** Starts ONNX Runtime on the model, which leaves the outputs of a first call. Throws NotReady with what it said. */
export function startTheirs(
  network: NetworkToCompare,
  runtime: string,
  files: Files,
  scratch: Scratch,
): Promise<Driver> {
  return start('ONNX Runtime', network.threads, nodeCommand(network, runtime, files, null, scratch));
}

/** Calls ONNX Runtime while it takes the time of each node. */
export async function profileTheirs(
  network: NetworkToCompare,
  { runtime, signal }: Pick<CompareOptions, 'runtime' | 'signal'>,
  files: Files,
  scratch: Scratch,
): Promise<readonly ProfiledNode[]> {
  const prefix = scratch.path('profile');
  const job = nodeCommand(network, runtime, files, { prefix, calls: PROFILED }, scratch);
  const [program, ...args] = await pinned(network.threads, job);
  const { stdout } = await execute(program!, args, { timeout: PROFILE_TIMEOUT, ...defined({ signal }) });
  const name = readdirSync(dirname(prefix)).find((file) => file.startsWith('profile') && file.endsWith('.json'));
  if (name === undefined) throw new WorkError(`ONNX Runtime left no profile: ${stdout.trim() || 'it said nothing'}.`);
  return readProfile(readFileSync(scratch.path(name), 'utf8'), SKIPPED);
}

function nodeCommand(
  { model, threads, inputs, outputs }: NetworkToCompare,
  runtime: string,
  files: Files,
  profile: { readonly prefix: string; readonly calls: number } | null,
  scratch: Scratch,
): readonly string[] {
  const job = scratch.path(`job-${scratch.number()}.json`);
  const ports = inputs.map(({ name, shape }: ComparePort) => ({ name, shape }));
  const told = { runtime, model, threads, inputs: ports, data: files.inputs };
  const asked = { outputs: outputs.map(({ name }) => name), results: files.outputs, profile };
  writeFileSync(job, JSON.stringify({ ...told, ...asked }));
  return [process.execPath, join(packageRoot(), 'bench', 'onnxruntime', 'network.mjs'), job];
}

async function start(name: string, threads: number, words: readonly string[]): Promise<Driver> {
  const [executable, ...args] = await pinned(threads, words);
  return Driver.start({ name, executable: executable!, args, threads });
}

/**
 * A command whose process ends with this one, on the same cores for both sides: as many as threads, of which no two
 * share one. A single thread goes where it is quiet, and so do threads on all cores that there are.
 */
async function pinned(threads: number, words: readonly string[]): Promise<readonly string[]> {
  const bound = [await buildDriver('bound.c', []), ...words];
  const cores = onePerCore();
  if (threads === 1 || threads >= cores.length || programFile('taskset') === undefined) return bound;
  return ['taskset', '-c', cores.slice(0, threads).join(','), ...bound];
}
