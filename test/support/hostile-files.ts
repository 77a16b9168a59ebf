/**
 * The files that anybody may have written besides logs and models: honest ones of each kind, and all that is done with
 * one of them before a candidate is built.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { retune } from '../../src/api/retune.js';
import { makeKernel } from '../../src/backend/make-kernel.js';
import { writeFolder } from '../../src/backend/library/write-folder.js';
import { parseTarget } from '../../src/backend/registry.js';
import { loadSource } from '../../src/catalogue/load-file.js';
import { coefficients } from '../../src/model/coefficients.js';
import { NeuralModel } from '../../src/model/neural/neural-model.js';
import { models } from '../../src/model/registry.js';
import { readTensor } from '../../src/network/onnx/tensor.js';
import { writeOnnx, writeTensor } from '../../src/network/onnx/write.js';
import { planNetwork } from '../../src/network/session/plan.js';
import { rowToJson } from '../../src/products/bench/row-to-json.js';
import { readBench } from '../../src/products/report/read-bench.js';
import { Random } from '../../src/space/random.js';
import { TuneError, UsageError } from '../../src/target/errors.js';
import { makeTask } from '../../src/templates/task.js';
import { viewOf } from '../../src/transfer/known-tasks.js';
import { weightsOf } from '../../src/tuner/weights.js';
import { matmulTask } from '../tuner/records.js';
import { bareRow, comparedRow, setting, slowRow } from './bench-rows.js';
import { mark, mutated } from './mutations.js';
import { floats, model, node, value } from './onnx-builder.js';
import { mutatedBytes } from './onnx-mutations.js';

interface HostileFile {
  /** As a person calls it. */
  readonly name: string;
  readonly file: string;
  /** Honest ones; the folder holds what they name. */
  readonly honest: (folder: string) => readonly (string | Uint8Array)[] | Promise<readonly (string | Uint8Array)[]>;
  /** Throws TuneError for one that cannot be used. */
  readonly give: (path: string, folder: string) => unknown;
}

const examples = resolve('examples');
const task = matmulTask();
const view = viewOf(task, [models.coefficients.reads!]);

/** In a folder of their own each. */
export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'manifest',
    file: 'job.yaml',
    honest: (folder) => {
      mkdirSync(join(folder, 'logs'));
      writeFileSync(join(folder, 'logs/known.jsonl'), '');
      const shape = { operator: 'matmul', shape: { m: 24, n: [16], k: '8' } };
      const job = {
        workloads: [shape, 'matmul gemm.256'],
        targets: ['llvm -threads=1'],
        budget: { trials: 3, minutes: 0.1 },
      };
      const more = { gates: { speed: '25%' }, logs: 'logs', history: ['logs/known.jsonl'], seed: 1 };
      const layers = { workloads: ['conv2d resnet18.*', { ...shape, template: 'matmul.blocked', trials: 2 }] };
      return [
        readFileSync(join(examples, 'ci/retune.yaml'), 'utf8'),
        ...[{ ...job, ...more }, layers, { ...job, workloads: [shape] }].map((one) => JSON.stringify(one)),
      ];
    },
    give: (path) => retune(path, { signal: AbortSignal.abort() }),
  },
  {
    name: 'spec of a source',
    file: 'spec.yaml',
    honest: (folder) => specsIn('source', folder),
    give: async (path) => {
      const { operator, template, target } = (await loadSource(path)).source;
      for (const name of [undefined, ...Object.keys(operator.workloads)]) {
        const workload = operator.workload(name, {});
        const task = makeTask(
          template,
          workload,
          parseTarget(target === 'cuda' ? 'cuda -arch=sm_90' : target),
          operator,
        );
        const config = task.space.sample(new Random(1));
        if (config) makeKernel(task, config);
      }
    },
  },
  {
    name: 'spec of an operator',
    file: 'snake.yaml',
    honest: (folder) => {
      writeOnnx(
        join(folder, 'snake.onnx'),
        model({
          inputs: [value('x', 2, 3, 5)],
          outputs: [value('y', 2, 3, 5)],
          constants: { alpha: floats([3], () => 1) },
          nodes: [node('com.example.Snake', ['x', 'alpha'], ['y'], {}, 'snake')],
        }),
      );
      return specsIn('operator-source', folder);
    },
    give: (path, folder) =>
      planNetwork({
        network: join(folder, 'snake.onnx'),
        ...{ operatorSource: [path], trials: 0, threads: 1, log: join(folder, 'log.jsonl') },
      }),
  },
  {
    name: 'list of layers',
    file: 'layers.yaml',
    honest: () => {
      const layers = [
        { operator: 'conv2d', workload: 'resnet18.C2', weight: 2, name: 'first' },
        { operator: 'matmul', m: 32, n: 24, k: 16 },
        { operator: 'conv2d', batch: 1, 'in-channels': 8, height: 9, width: 9, 'out-channels': 8, kernel: 3, pad: 1 },
        { operator: 'softmax', outer: 8, n: 10 },
      ];
      return [JSON.stringify(layers), stringify(layers), JSON.stringify(layers.slice(1, 2))];
    },
    give: (path) => planNetwork({ network: path, trials: 8, threads: 1 }),
  },
  {
    name: 'weights',
    file: 'weights.json',
    honest: async () => [JSON.stringify(await weights())],
    give: (path) => {
      const pretrained = weightsOf({ pretrained: path, model: 'coefficients' });
      const made = new NeuralModel(coefficients, { layout: view.layout, pretrained: pretrained! });
      const features = new Float32Array(view.width);
      const [score] = made.predict(features, 1).mean;
      if (!Number.isFinite(score)) throw new Error(`weights that were taken predict ${score}`);
    },
  },
  {
    name: 'comparison with peers',
    file: 'bench.json',
    honest: () => [JSON.stringify([comparedRow, bareRow, slowRow].map((row) => rowToJson(row, setting)))],
    give: (path) => readBench(path),
  },
  {
    name: 'list of what an export wrote',
    file: '.tune-export.json',
    honest: () => [JSON.stringify({ files: ['lib/a.c', 'lib/b/c.h', 'README.md'] })],
    give: (path, folder) => {
      const [kept, out] = [join(folder, '..', `${basename(folder)}.kept`), join(folder, 'out')];
      writeFileSync(kept, '');
      mkdirSync(join(out, 'lib'), { recursive: true });
      for (const file of ['lib/a.c', 'own.txt']) writeFileSync(join(out, file), '');
      copyFileSync(path, join(out, basename(path)));
      try {
        writeFolder(out, new Map([['a.h', '']]), { force: true });
      } finally {
        if (!existsSync(kept)) throw new Error('what is outside was removed');
        rmSync(kept);
        rmSync(out, { recursive: true });
      }
    },
  },
  {
    name: 'tensor',
    file: 'input_0.pb',
    honest: (folder) => {
      const path = join(folder, 'honest.pb');
      writeTensor(path, floats([2, 3, 4]), 'x');
      return [readFileSync(path)];
    },
    give: (path) => {
      const { shape, data } = readTensor(path);
      if (data.length !== shape.reduce((product, extent) => product * extent, 1))
        throw new Error('a tensor is not as large as it says');
    },
  },
];

/** The specs of a folder of examples, whose sources are copied. */
function specsIn(name: string, folder: string): readonly string[] {
  const from = join(examples, name);
  const files = readdirSync(from);
  for (const file of files) copyFileSync(join(from, file), join(folder, file));
  return files.filter((file) => file.endsWith('.yaml')).map((file) => readFileSync(join(from, file), 'utf8'));
}

/** Those of a net that has seen a few trials. */
async function weights(): Promise<object> {
  const random = new Random(1);
  const rows = Array.from({ length: 8 }, (_, i) => {
    const features = new Float32Array(view.width);
    view.write(task.space.sample(random)!, features, 0);
    return { features, score: i / 8, group: '' };
  });
  const net = new NeuralModel(coefficients, { layout: view.layout, visits: 8 });
  await net.fit(rows);
  return net.save({ script: 'bench/train.ts', data: ['a.jsonl'], seed: 1 });
}

export interface HostileOutcome {
  taken: number;
  refused: number;
  /** What must not be, with the file that shows it. */
  readonly faults: Map<string, string | Uint8Array>;
  slowest: number;
}

/** Milliseconds after which a file has made what reads it hang. */
const HANGS = 10_000;

/** Gives so many mutated files of a kind, in a folder that is made for them, and says what came of them. */
export async function giveMutated(
  { file, honest, give }: HostileFile,
  folder: string,
  files: number,
  random: Random,
): Promise<HostileOutcome> {
  mkdirSync(folder);
  const originals = await honest(folder);
  const outcome: HostileOutcome = { taken: 0, refused: 0, faults: new Map(), slowest: 0 };
  const path = join(folder, file);
  const giveOne = async (bytes: string | Uint8Array): Promise<void> => {
    writeFileSync(path, bytes);
    const start = performance.now();
    try {
      await give(path, folder);
      outcome.taken++;
    } catch (error) {
      outcome.refused++;
      const fault = faultOf(error);
      if (fault !== undefined) outcome.faults.set(fault.replaceAll(folder, ''), bytes);
    }
    const ms = performance.now() - start;
    outcome.slowest = Math.max(outcome.slowest, ms);
    if (ms > HANGS) outcome.faults.set('it took long', bytes);
    if (existsSync(mark)) outcome.faults.set('something was executed', bytes);
    if (Object.keys(Object.prototype).length > 0) outcome.faults.set('the prototype of all objects was changed', bytes);
  };
  for (const bytes of originals) await giveOne(bytes);
  if (outcome.refused > 0) throw new Error(`an honest ${file} was refused`);
  for (let left = files; left > 0; left--) await giveOne(mutatedOf(random.pick(originals), originals, random));
  return outcome;
}

function mutatedOf(
  original: string | Uint8Array,
  others: readonly (string | Uint8Array)[],
  random: Random,
): string | Uint8Array {
  if (typeof original !== 'string') return mutatedBytes(original, others as readonly Uint8Array[], random);
  return mutated(original, others as readonly string[], random);
}

/** What is wrong with how a file was refused: no error for people, or no sentence on one line. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof TuneError)) return String((error as Error).stack ?? error);
  if (error instanceof UsageError && !/^[^\n]+[.?!)]$/.test(error.message)) return `no sentence: ${error.message}`;
  return undefined;
}
