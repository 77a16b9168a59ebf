/** Kernels that seem faster than they are, each a file of `test/kernels/measure/cheats/` that says how. */
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { LocalMeasurer } from '../../src/backend/measurer.js';
import { loadSource } from '../../src/catalogue/load-file.js';
import { estimate } from '../../src/measure/estimate.js';
import type { Trial } from '../../src/measure/measurement.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import type { Target } from '../../src/target/target.js';

const folderOfCheats = join('test', 'kernels', 'measure', 'cheats');
const honest = 'honest';

export interface Cheat {
  readonly name: string;
  /** What it does. */
  readonly sentence: string;
}

/** All kinds. */
export const cheats: readonly Cheat[] = readdirSync(folderOfCheats)
  .map((file) => file.replace(/\.c$/, ''))
  .filter((name) => name !== honest)
  .map((name) => ({ name, sentence: /^\/\* (.*?) \*\/$/m.exec(textOf(name))![1]! }));

function textOf(name: string): string {
  return readFileSync(join(folderOfCheats, `${name}.c`), 'utf8');
}

/** What measuring a cheat came to, beside the honest kernel that it is made of. */
export interface Outcome {
  /** Why it was refused. */
  readonly message: string | undefined;
  /** Seconds that were believed at the least, of the search or of the finals, over those of the honest kernel. */
  readonly share: number;
  /** Whether it was refused, or what was believed is what the computation takes. */
  readonly isFound: boolean;
}

/** A kernel is no cheat that takes as long as it should; so is one whose tricks come to nothing. */
const fairShare = 0.7;

/** The task of `tune source` that a kernel of that name is, in a folder for its files. */
async function taskOf(name: string, folder: string, target: Target): Promise<Task> {
  for (const file of [honest, name]) copyFileSync(join(folderOfCheats, `${file}.c`), join(folder, `${file}.c`));
  if (name === honest)
    writeFileSync(
      join(folder, 'plain.c'),
      'void product(const float *a, const float *b, float *c) { honest(a, b, c); }\n',
    );
  const spec = {
    name: 'product',
    files: ['honest.c', name === honest ? 'plain.c' : `${name}.c`],
    function: 'product',
    sizes: { n: 64 },
    arguments: [
      { name: 'a', shape: ['n', 'n'] },
      { name: 'b', shape: ['n', 'n'] },
      { name: 'c', shape: ['n', 'n'], direction: 'out' },
    ],
    knobs: { LEVEL: { flags: ['-O3'] } },
    tolerance: 1e-5,
    reference: { files: ['honest.c'], function: 'product_naive' },
    flops: '2 * n * n * n',
  };
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, stringify(spec));
  const { template, operator } = (await loadSource(path)).source;
  return makeTask(template, operator.workload(undefined, {}), target, operator);
}

interface Timed {
  readonly message?: string | undefined;
  readonly seconds: number;
}

function timedIn({ costs, message }: Pick<Trial, 'costs' | 'message'>): Timed {
  return costs.length > 0 ? { seconds: estimate(costs).seconds } : { message: message ?? 'failed', seconds: Infinity };
}

/** A trial of a search, on one thread, as if it were the first. */
async function searched(measurer: LocalMeasurer, task: Task): Promise<Timed> {
  for await (const trial of measurer.measure(task, [task.space.get(0)])) return timedIn(trial);
  throw new Error('nothing was measured');
}

/** Finals, each round of which is a process of its own. */
async function finalsOf(measurer: LocalMeasurer, task: Task): Promise<Timed> {
  const [trial] = await measurer.remeasure([{ task, config: task.space.get(0) }], { rounds: 3 });
  return timedIn(trial!);
}

/** Without a sandbox, and with a file as large as what a kernel may want to keep in it: none can be enlarged. */
export async function withKeptAnswers<T>(folder: string, body: () => Promise<T>): Promise<T> {
  const path = join(folder, 'kept-answers');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 27);
  const set = { TUNE_SANDBOX: '0', KEPT_ANSWERS: path };
  Object.assign(process.env, set);
  try {
    return await body();
  } finally {
    for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name);
  }
}

/** Measures the honest kernel and then the cheat, as a search does and, where that refuses nothing, as finals do. */
export async function measureCheat(
  measurer: LocalMeasurer,
  name: string,
  folder: string,
  target: Target,
): Promise<Outcome> {
  let right = await honestSeconds(measurer, folder, target);
  const task = await taskOf(name, folder, target);
  const search = await searched(measurer, task);
  const finals = search.message === undefined ? await finalsOf(measurer, task) : search;
  const message = search.message ?? finals.message;
  const fastest = Math.min(search.seconds, finals.seconds);
  // A neighbour that slowed the honest kernel makes any other look like a cheat.
  for (let again = 0; again < 2 && fastest / right < fairShare; again++)
    right = Math.min(right, await honestSeconds(measurer, folder, target));
  const share = fastest / right;
  return { message, share, isFound: search.message !== undefined || share >= fairShare };
}

async function honestSeconds(measurer: LocalMeasurer, folder: string, target: Target): Promise<number> {
  const { message, seconds } = await searched(measurer, await taskOf(honest, folder, target));
  if (message !== undefined) throw new Error(`the honest kernel was refused: ${message}`);
  return seconds;
}
