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
import type { CompareOptions, NetworkToCompare } from './comparison.js';
import { defined } from '../../target/defined.js';
import { median } from 'simple-statistics';
import { z } from 'zod';

const execute = promisify(execFile);
/** Milliseconds of a profile's calls. */
const PROFILE_TIMEOUT = 300_000;
/** Calls of a profile, and how many of them come first and are not counted. */
const [PROFILED, SKIPPED] = [25, 5];

/** Files that both read and write: elements of all arrays of a kind, one behind the other. */
interface Files {
  readonly inputs: string;
  readonly outputs: string;
}

/** Starts the library's driver, built if need be, which leaves the outputs of a first call. Throws as `make` does. */
export async function startOurs(network: NetworkToCompare, files: Files, signal?: AbortSignal): Promise<Driver> {
  const program = join('build', 'driver');
  await make(network.folder, [program], signal);
  return start('ours', network.threads, [
    join(network.folder, program),
    ...[files.inputs, files.outputs, `${network.shape}`],
  ]);
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
  { model, threads, inputs, fixed, outputs }: NetworkToCompare,
  runtime: string,
  files: Files,
  profile: { readonly prefix: string; readonly calls: number } | null,
  scratch: Scratch,
): readonly string[] {
  const job = scratch.path(`job-${scratch.number()}.json`);
  const given = [...inputs, ...Array.from(fixed, ([name, tensor]) => ({ name, ...tensor }))];
  const ports = given.map(({ name, type, shape }) => ({ name, type, shape }));
  const setup = { runtime, model, threads, inputs: ports, data: files.inputs };
  const asked = { outputs: outputs.map(({ name, type }) => ({ name, type })), results: files.outputs, profile };
  writeFileSync(job, JSON.stringify({ ...setup, ...asked }));
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

/** A node that ONNX Runtime ran, after its fusions. */
export interface ProfiledNode {
  readonly name: string;
  /** Its operator: `Conv`, `FusedGemm`, `ReorderOutput`. */
  readonly op: string;
  /** Of a call, the median. */
  readonly seconds: number;
}

const eventSchema = z.object({
  cat: z.literal('Node'),
  name: z.string(),
  /** Microseconds. */
  dur: z.number().nonnegative(),
  args: z.object({ op_name: z.string(), node_index: z.string() }),
});

const KERNEL = '_kernel_time';

/**
 * The nodes in their order, without their first calls, in which memory is touched for the first time. Throws WorkError
 * for text that is no such profile, or in which a node has no call but those.
 *
 * @internal Tests read profiles without a run.
 */
export function readProfile(text: string, skipped: number): readonly ProfiledNode[] {
  const nodes = new Map<string, { readonly name: string; readonly op: string; readonly times: number[] }>();
  for (const { name, dur, args } of eventsOf(text)) {
    const key = `${args.node_index} ${name}`;
    const node = nodes.get(key) ?? { name: name.slice(0, -KERNEL.length), op: args.op_name, times: [] };
    nodes.set(key, node);
    node.times.push(dur / 1e6);
  }
  return Array.from(nodes.values(), ({ name, op, times }) => {
    if (times.length <= skipped) throw new WorkError(`ONNX Runtime's profile holds too few calls of its node ${name}.`);
    return { name, op, seconds: median(times.slice(skipped)) };
  });
}

function eventsOf(text: string): readonly z.output<typeof eventSchema>[] {
  const parsed = z.array(z.unknown()).safeParse(jsonOf(text));
  if (!parsed.success) throw new WorkError("ONNX Runtime's profile is no list of events: is its version 1.30?");
  return parsed.data.flatMap((event) => {
    const { data } = eventSchema.safeParse(event);
    return data?.name.endsWith(KERNEL) ? [data] : [];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
