/**
 * `npm run bench:back-to-back -- [MxKxHIDDENxN …] --out FOLDER [--trials 64] [--starts 5]`: whether two products in a
 * row are faster as one kernel (`mlp`) than as two (`dense`). The three are tuned by as many trials each, on one
 * thread, then take turns, started anew several times: the time of the two by that of the one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { bestOfLogs } from '../src/log/read-logs.js';
import type { TuneRecord } from '../src/log/record/record.js';
import type { Driver } from '../src/measure/driver.js';
import { interleave } from '../src/measure/rounds.js';
import { Scratch } from '../src/measure/scratch.js';
import { startOurs } from '../src/products/bench/ours.js';
import { markdownTable } from './markdown-table.js';
import { tuneToEnd } from './tune-run.js';

const ROUNDS = 15;

/** Of a transformer, of a narrow one and of few rows; as ViT-B, Swin-T and a small head have them. */
const DEFAULT = ['64x768x3072x768', '197x768x3072x768', '3136x96x384x96', '16x256x256x256'];

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'bench-out/back-to-back' },
    trials: { type: 'string', default: '64' },
    starts: { type: 'string', default: '5' },
  },
  allowPositionals: true,
});

await main();

async function main(): Promise<void> {
  mkdirSync(values.out, { recursive: true });
  const rows: string[][] = [];
  for (const shape of positionals.length > 0 ? positionals : DEFAULT) {
    const [m = '', k = '', hidden = '', n = ''] = shape.split('x');
    const tails = { between: 'bias,gelu', epilogue: 'bias,add' };
    const fused = await tuned(`${shape}-fused`, 'mlp', { m, k, hidden, n, ...tails });
    const first = await tuned(`${shape}-first`, 'dense', { m, k, n: hidden, epilogue: tails.between });
    const second = await tuned(`${shape}-second`, 'dense', { m, k: hidden, n, epilogue: tails.epilogue });
    const ratios = await twoByOne(fused, [first, second]);
    rows.push([shape, median([...ratios]).toFixed(3), `${ratios[0]!.toFixed(3)} to ${ratios.at(-1)!.toFixed(3)}`]);
    process.stdout.write(`${rows.at(-1)!.join('  ')}\n`);
  }
  const head = ['rows x columns x hidden x columns', 'times as fast as two kernels', `in ${values.starts} starts`];
  process.stdout.write(`\n${markdownTable(head, rows)}\n`);
}

async function tuned(name: string, operator: string, shape: Readonly<Record<string, string>>): Promise<TuneRecord> {
  const log = join(values.out, `${name}.jsonl`);
  const trials = Number(values.trials);
  await tuneToEnd({ operator, shape, threads: 1, trials, earlyStop: trials, log });
  const [best] = await bestOfLogs([log]);
  return best!.record;
}

/** The seconds of two kernels by those of the one that does the same, in each of several starts, lowest first. */
async function twoByOne(fused: TuneRecord, layers: readonly TuneRecord[]): Promise<readonly number[]> {
  const ratios: number[] = [];
  for (let start = 0; start < Number(values.starts); start++) {
    const scratch = new Scratch();
    const drivers: Driver[] = [];
    try {
      for (const [place, record] of [fused, ...layers].entries())
        drivers.push(await startOurs(record, String(place), scratch));
      const [one, first, second] = await interleave(drivers, { rounds: ROUNDS });
      const ofRounds = one!.seconds.map(
        (seconds, round) => (first!.seconds[round]! + second!.seconds[round]!) / seconds,
      );
      ratios.push(median(ofRounds));
    } finally {
      await Promise.all(drivers.map((driver) => driver.stop()));
      scratch.close();
    }
  }
  return ratios.sort((a, b) => a - b);
}
