import { basename, join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../src/log/formats/file.js';
import { WorkError } from '../../src/target/errors.js';
import { climb, type Climb } from './climb.js';
import { filesIn, TRAJECTORIES, type Arena } from './data.js';

/**
 * The number of a task, from 0, in the order of its log; the name of a tuner; the indices in the order of its trials.
 */
const schema = z.record(z.string().regex(/^\d+$/), z.record(z.string(), z.array(z.int().nonnegative())));

/** What another tuner did on an arena, once. */
export interface ForeignSearch {
  readonly tuner: string;
  readonly arena: Arena;
  readonly climb: Climb;
  /** Indices, in the order of its trials. */
  readonly visited: readonly number[];
}

/**
 * The searches that `NAME.trajectories.json(.gz)` records, on the tasks of `NAME.jsonl(.gz)` beside it. Throws
 * WorkError for a file that is not of that form or does not fit its log.
 */
export async function readTrajectories(folder: string, arenas: readonly Arena[]): Promise<readonly ForeignSearch[]> {
  const files = (await filesIn(folder)).filter((name) => TRAJECTORIES.test(name));
  const found = await Promise.all(files.map((file) => readFile(join(folder, file), arenas)));
  return found.flat();
}

async function readFile(path: string, arenas: readonly Arena[]): Promise<readonly ForeignSearch[]> {
  const tasks = await parse(path);
  const stem = basename(path).replace(TRAJECTORIES, '');
  const own = arenas.filter(({ table }) => basename(table.log).replace(/\.jsonl?(\.gz)?$/, '') === stem);
  return Object.entries(tasks).flatMap(([number, byTuner]) => {
    const arena = own.at(Number(number));
    if (!arena) throw new WorkError(`${path} has searches of task ${number}, which the log beside it does not have.`);
    return Object.entries(byTuner).map(([tuner, visited]) => ({
      tuner,
      arena,
      climb: climbOf(path, arena, visited),
      visited,
    }));
  });
}

async function parse(path: string): Promise<z.infer<typeof schema>> {
  try {
    return schema.parse(JSON.parse((await textOf(path)).text));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new WorkError(`${path} holds no trajectories (task number, tuner, indices); move it away to go on.`);
    throw error;
  }
}

function climbOf(path: string, { table }: Arena, visited: readonly number[]): Climb {
  try {
    return climb(table, visited);
  } catch (error) {
    if (error instanceof RangeError) throw new WorkError(`${path} does not fit its log: ${error.message}`);
    throw error;
  }
}
