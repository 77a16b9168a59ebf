/**
 * `npm run bench:across-types -- [--dtype uint8] [--trials 64] [--seeds 3] [--threads 1]`
 *
 * What a search in a narrow type gains by a history in float32: each workload is tuned in float32 once, then in the
 * type with and without that log. Prints after how many trials each came within 2 % of the best of all searches of the
 * workload, by the times of the search; medians over seeds.
 */
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { tune } from '../src/api/tune.js';
import { Scratch } from '../src/measure/scratch.js';
import type { TuneOptions } from '../src/tuner/tune-options.js';
import { markdownTable } from './markdown-table.js';

const { values } = parseArgs({
  options: {
    dtype: { type: 'string', default: 'uint8' },
    trials: { type: 'string', default: '64' },
    seeds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '1' },
  },
});

/** Another's time counts as the best's within so much. */
const WITHIN = 1.02;

const workloads = [
  ['conv2d', 'resnet18.C3'],
  ['conv2d', 'resnet18.C6'],
  ['conv2d', 'resnet18.C9'],
  ['conv2d', 'mobilenet.D5'],
  ['matmul', 'gemm.512'],
  ['matmul', 'gemm.384x1024x1024'],
] as const;

/** The seconds of each trial of a search, in their order; of those that failed Infinity. */
async function search(options: TuneOptions): Promise<readonly number[]> {
  const seconds: number[] = [];
  for await (const event of tune(options)) if (event.event === 'trial') seconds.push(event.seconds ?? Infinity);
  return seconds;
}

/** After how many trials a time was found; all of them and one where it was not. */
function trialsTo(limit: number, seconds: readonly number[]): number {
  const at = seconds.findIndex((one) => one <= limit);
  return at < 0 ? seconds.length + 1 : at + 1;
}

async function rowOf([operator, workload]: (typeof workloads)[number], scratch: Scratch): Promise<string[]> {
  const common = { operator, workload, threads: Number(values.threads), trials: Number(values.trials) };
  const history = scratch.path(`${workload}.float32.jsonl`);
  await search({ ...common, seed: 1, log: history });
  const searches: { readonly plain: readonly number[]; readonly seeded: readonly number[] }[] = [];
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const shape = { dtype: values.dtype };
    const [plain, seeded] = [`${workload}.${seed}.plain.jsonl`, `${workload}.${seed}.seeded.jsonl`].map((name) =>
      scratch.path(name),
    );
    searches.push({
      plain: await search({ ...common, shape, seed, log: plain! }),
      seeded: await search({ ...common, shape, seed, log: seeded!, history: [history] }),
    });
  }
  const limit = WITHIN * Math.min(...searches.flatMap(({ plain, seeded }) => [...plain, ...seeded]));
  const cells = (['plain', 'seeded'] as const).map((which) => ({
    trials: median(searches.map((one) => trialsTo(limit, one[which]))),
    first: median(searches.map((one) => limit / WITHIN / one[which][0]!)),
  }));
  return [
    `${operator} ${workload}`,
    ...cells.map(({ trials }) => `${trials}`),
    ...cells.map(({ first }) => first.toFixed(2)),
  ];
}

const scratch = new Scratch();
try {
  const rows: string[][] = [];
  for (const workload of workloads) {
    rows.push(await rowOf(workload, scratch));
    process.stderr.write(`${rows.at(-1)!.join(' · ')}\n`);
  }
  const head = ['workload', 'trials without', 'trials with', 'first without', 'first with'];
  process.stdout.write(`${markdownTable(head, rows)}\n`);
} finally {
  scratch.close();
}
