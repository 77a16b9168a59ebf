/** The programs that take turns: the library of ours, and runtimes. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Port } from '../../backend/program/program.js';
import { buildDriver } from '../../backend/cpu/driver-program.js';
import { Driver } from '../../measure/driver.js';
import { make } from '../../backend/library/make.js';
import { programFile } from '../../measure/program-file.js';
import type { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { onePerCore } from '../../target/machine.js';
import { sharedOutputs } from './answers.js';
import type { NetworkToCompare } from './comparison.js';
import { type ProfiledNode, PROFILED, type Runtime, SKIPPED } from './runtime.js';
import { defined } from '../../target/defined.js';

const execute = promisify(execFile);
/** Milliseconds of a profile's calls. */
const PROFILE_TIMEOUT = 300_000;

/** Files that both read and write: elements of all arrays of a kind, one behind the other. */
export interface Files {
  readonly inputs: string;
  readonly outputs: string;
}

/** Starts the library's driver, built if need be, which leaves the outputs of a first call. Throws as `make` does. */
export async function startOurs(
  network: Pick<NetworkToCompare, 'folder' | 'threads' | 'shape'>,
  files: Files,
  signal?: AbortSignal,
): Promise<Driver> {
  const program = join('build', 'driver');
  await make(network.folder, [program], signal);
  return start('ours', network.threads, [
    join(network.folder, program),
    ...[files.inputs, files.outputs, `${network.shape}`],
  ]);
}

/** Starts a runtime on the model, which leaves the outputs of a first call. Throws NotReady with what it said. */
export function startTheirs(
  network: NetworkToCompare,
  runtime: Runtime,
  files: Files,
  scratch: Scratch,
): Promise<Driver> {
  return start(runtime.label, network.threads, commandOf(network, runtime, files, null, scratch));
}

/** Throws WorkError where it leaves no profile. */
export async function profileTheirs(
  network: NetworkToCompare,
  runtime: Runtime,
  files: Files,
  scratch: Scratch,
  signal?: AbortSignal,
): Promise<readonly ProfiledNode[]> {
  const prefix = scratch.path(`profile-${runtime.key}`);
  const job = commandOf(network, runtime, files, { prefix, calls: PROFILED, skipped: SKIPPED }, scratch);
  const [program, ...args] = await pinned(network.threads, job);
  const { stdout } = await execute(program!, args, { timeout: PROFILE_TIMEOUT, ...defined({ signal }) }).catch(
    (error: unknown) => {
      signal?.throwIfAborted();
      throw new WorkError(`${runtime.label} cannot be profiled: ${(error as Error).message.split('\n')[0]!}.`);
    },
  );
  const own = basename(prefix);
  const name = readdirSync(dirname(prefix)).find((file) => file.startsWith(own) && file.endsWith('.json'));
  if (name === undefined)
    throw new WorkError(`${runtime.label} left no profile: ${stdout.trim() || 'it said nothing'}.`);
  return runtime.readProfile(readFileSync(scratch.path(name), 'utf8'));
}

function commandOf(
  { model, threads, inputs, fixed, outputs }: NetworkToCompare,
  runtime: Runtime,
  files: Files,
  profile: { readonly prefix: string; readonly calls: number; readonly skipped: number } | null,
  scratch: Scratch,
): readonly string[] {
  const job = scratch.path(`job-${scratch.number()}.json`);
  const given = [...inputs, ...Array.from(fixed, ([name, tensor]) => ({ name, ...tensor }))];
  const named = ({ name, type }: Pick<Port, 'name' | 'type'>) => ({ name, type: runtime.typeName(type) });
  const ports = given.map((port) => ({ ...named(port), shape: port.shape }));
  const setup = { ...runtime.setup, model, threads, inputs: ports, data: files.inputs };
  const asked = { outputs: sharedOutputs(outputs).map(named), results: files.outputs, profile };
  writeFileSync(job, JSON.stringify({ ...setup, ...asked }));
  return runtime.command(job);
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
