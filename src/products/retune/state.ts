/** What an interrupted job has done already. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { WorkError } from '../../target/errors.js';

/** The rows of a job that has not ended, in a file that is there as a whole or not at all. */
export class JobState<Row> {
  #rows: Row[] = [];

  private constructor(
    private readonly path: string,
    private readonly job: string,
  ) {}

  /**
   * `job` is the same text for what is the same job: a file of another one, or one that cannot be read, is no state.
   */
  static open<Row>(path: string, job: string, row: z.ZodType<Row>): JobState<Row> {
    const state = new JobState<Row>(path, job);
    const schema = z.object({ job: z.literal(job), rows: z.array(row) });
    try {
      state.#rows = schema.parse(JSON.parse(readFileSync(path, 'utf8'))).rows;
    } catch {
      state.#rows = [];
    }
    return state;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Throws WorkError where it cannot be written. */
  add(row: Row): void {
    this.#rows.push(row);
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(`${this.path}.new`, JSON.stringify({ job: this.job, rows: this.#rows }));
      renameSync(`${this.path}.new`, this.path);
    } catch (error) {
      throw new WorkError(
        `"${this.path}" cannot be written (${(error as Error).message}): name another folder of logs.`,
      );
    }
  }

  /** The job has ended. */
  remove(): void {
    rmSync(this.path, { force: true });
  }
}
