import { ownKernels } from '../../src/backend/own-kernels.js';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { meanCost } from '../../src/log/record/best.js';
import { readTables } from '../../src/log/table/read.js';
import type { Table } from '../../src/log/table/table.js';
import { UsageError } from '../../src/target/errors.js';
import { Landscape } from '../methodology.js';

const LOG = /\.jsonl?(\.gz)?$/;
export const TRAJECTORIES = /\.trajectories\.json(\.gz)?$/;

/** A table that searches are compared on. */
export interface Arena {
  /** File and task, which no other of the folder has. */
  readonly name: string;
  readonly table: Table;
  readonly landscape: Landscape;
}

export interface Data {
  readonly arenas: readonly Arena[];
  /** Sentences on what is wrong with the files. */
  readonly problems: readonly string[];
}

/** All AutoTVM logs and Kernel Tuner caches of a folder, by name. Throws UsageError where there are none. */
export async function readData(folder: string): Promise<Data> {
  const arenas: Arena[] = [];
  const problems: string[] = [];
  for (const file of (await filesIn(folder)).filter((name) => LOG.test(name) && !TRAJECTORIES.test(name))) {
    const found = await readTables(join(folder, file), ownKernels);
    arenas.push(...found.tables.map(toArena));
    problems.push(...found.problems);
  }
  if (arenas.length === 0)
    throw new UsageError(`"${folder}" holds no AutoTVM log and no Kernel Tuner cache: name another with --data.`);
  return { arenas, problems: [...problems, ...arenas.flatMap(incompleteness)] };
}

/** Sorted. Throws UsageError when there is no such folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    throw new UsageError(`There is no folder "${folder}" to read: name one with --data or TUNE_DATA.`);
  }
}

export function toArena(table: Table): Arena {
  const seconds = [...table.rows.values()].map(meanCost).filter((cost) => cost !== undefined);
  return { name: `${basename(table.log)}: ${table.task}`, table, landscape: new Landscape(seconds) };
}

/** `gemm_4096_RTX3090`. */
export function titleOf(log: string): string {
  return basename(log).replace(/(\.kt-cache)?\.jsonl?(\.gz)?$/, '');
}

/** Whether the score of the methodology is taken of an arena, rather than fractions of the optimum. */
export function isScored({ table }: Arena): boolean {
  return table.identity.format === 'kernel-tuner';
}

function incompleteness({ name, table }: Arena): readonly string[] {
  const how = table.incomplete();
  return how === undefined ? [] : [`${name} is incomplete (${how}): what is there is the space`];
}
