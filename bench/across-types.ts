/**
 * `npm run bench:across-types -- [--dtype uint8,bfloat16] [--trials 256] [--seeds 3] [--threads 1]`
 *
 * What a search in a narrow type gains by a history in float32: each workload is tuned in float32 once, then in each
 * type with and without that log. Prints after how many trials each came within 2 % of the best of all searches of the
 * workload and type, by the times of the search: the median over seeds and the most, one more than there were where
 * they never did.
 */
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { Scratch } from '../src/measure/scratch.js';
import { markdownTable } from './markdown-table.js';
import { searchSeconds, trialsTo } from './transfer/trials.js';

const { values } = parseArgs({
  options: {
    dtype: { type: 'string', default: 'uint8,bfloat16' },
    trials: { type: 'string', default: '256' },
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

const common = { threads: Number(values.threads), trials: Number(values.trials) };

async function rowOf(
  [operator, workload]: readonly [operator: string, workload: string],
  dtype: string,
  history: string,
  scratch: Scratch,
): Promise<string[]> {
  const searches: { readonly plain: readonly number[]; readonly seeded: readonly number[] }[] = [];
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const search = { ...common, operator, workload, shape: { dtype }, seed };
    const logOf = (kind: string): string => scratch.path(`${workload}.${dtype}.${seed}.${kind}.jsonl`);
    searches.push({
      plain: await searchSeconds({ ...search, log: logOf('plain') }),
      seeded: await searchSeconds({ ...search, log: logOf('seeded'), history: [history] }),
    });
  }
  const best = Math.min(...searches.flatMap(({ plain, seeded }) => [...plain, ...seeded]));
  const cells = (['plain', 'seeded'] as const).map((which) => {
    const trials = searches.map((one) => trialsTo(WITHIN * best, one[which]));
    return {
      trials: `${median(trials)} / ${Math.max(...trials)}`,
      first: median(searches.map((one) => best / one[which][0]!)).toFixed(2),
    };
  });
  return [`${operator} ${workload}`, dtype, ...cells.map(({ trials }) => trials), ...cells.map(({ first }) => first)];
}

const scratch = new Scratch();
try {
  const rows: string[][] = [];
  for (const [operator, workload] of workloads) {
    const history = scratch.path(`${workload}.float32.jsonl`);
    await searchSeconds({ ...common, operator, workload, seed: 1, log: history });
    for (const dtype of values.dtype.split(',')) {
      rows.push(await rowOf([operator, workload], dtype, history, scratch));
      process.stderr.write(`${rows.at(-1)!.join(' · ')}\n`);
    }
  }
  const head = ['workload', 'type', 'trials without', 'trials with', 'first without', 'first with'];
  process.stdout.write(`${markdownTable(head, rows)}\n`);
} finally {
  scratch.close();
}
