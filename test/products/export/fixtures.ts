import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll } from '@jest/globals';
import { parseTarget, backendOf, formatTarget } from '../../../src/backend/registry.js';
import { findOperator } from '../../../src/operator/registry.js';
import { encode, type TuneRecord } from '../../../src/log/record/record.js';
import { toEntities } from '../../../src/space/entity.js';
import { Random } from '../../../src/space/random.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask, operatorOf } from '../../../src/templates/task.js';
import type { Task } from '../../../src/templates/template.js';

export interface Tuned {
  readonly template: string;
  readonly shape: Readonly<Record<string, string>>;
  readonly target: string;
  readonly seed?: number;
}

const image = { inChannels: '5', height: '7', width: '6', outChannels: '6', kernel: '3', stride: '1', pad: '1' };

/** A packed product with tails; an activation in blocks, on two threads; Winograd, whose weights are packed. */
export const few: readonly Tuned[] = [
  { template: 'matmul.blocked', shape: { m: '9', n: '21', k: '10', constant: 'B' }, target: 'llvm -threads=1' },
  {
    template: 'conv2d.direct',
    shape: { ...image, layout: 'any', epilogue: 'bias,add,relu' },
    target: 'llvm -threads=2',
    seed: 3,
  },
  { template: 'conv2d.winograd', shape: { ...image, layout: 'NCHW' }, target: 'llvm -threads=1' },
];

/** A record as a run of tune would have left it. */
export function recordOf({ template: name, shape, target: text, seed = 1 }: Tuned): TuneRecord {
  const template = findTemplate(name);
  const operator = findOperator(template.operator);
  const target = parseTarget(text, undefined, ...(shape['dtype'] === undefined ? [] : [shape['dtype']]));
  return recordFor(makeTask(template, operator.workload(undefined, shape), target), seed);
}

/** The same of any task: one of its configs, which the seed picks. */
export function recordFor(task: Task, seed = 1): TuneRecord {
  const { template, target } = task;
  const operator = operatorOf(task);
  const config = task.space.sample(new Random(seed))!;
  return {
    target: formatTarget(target),
    task: template.name,
    args: operator.encode(task.workload),
    index: config.index,
    entity: toEntities(task.space, config),
    costs: [1e-5],
    error: 0,
    allCost: 0.1,
    timestamp: 1_700_000_000,
    tune: {
      operator: operator.name,
      workload: task.workload.name,
      templateVersion: template.version,
      ...(target.model === 'simd' && { fingerprint: backendOf(target).fingerprint() }),
    },
  };
}

/** A folder that goes with the suite. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes a log, and returns its path. */
export function logOf(folder: string, records: readonly TuneRecord[], name = 'log.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, records.map((record) => `${encode(record)}\n`).join(''));
  return path;
}

/** Whether code in an archive of a library can end the program where an argument is not as it must be. */
export function checksIn(library: string, archive: string): boolean {
  return /__assert_fail|__assert\b/.test(must(library, 'nm', '-u', archive));
}

/** Runs a program in a folder; throws with what it printed if it fails. */
export function must(cwd: string, program: string, ...args: readonly string[]): string {
  const env = { ...process.env, MAKEFLAGS: '', LC_ALL: 'C' };
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  if (status === 0) return stdout + stderr;
  throw new Error(`${program} ${args.join(' ')} ended with ${String(status ?? signal ?? error)}\n${stdout}${stderr}`);
}
