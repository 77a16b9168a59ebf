/** Several logs as one, which says the same as all of them. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { UsageError, WorkError } from '../../target/errors.js';
import { count } from '../json-keys.js';
import { statOf } from './files.js';
import { trialKey } from './key.js';
import { recordsIn, skippedText, Skips, type LineOfLog } from './log.js';
import type { TuneRecord } from './record.js';
import { writeWhole, type WriteOptions } from './write-whole.js';

const mergedLogSchema = z.object({
  log: z.string(),
  records: count,
  skipped: count.describe('lines without a record'),
  reasons: z
    .array(z.object({ line: count.describe('from 1'), reason: z.string() }))
    .describe('of the first hundred of these'),
});

export const logMergeSchema = z.object({
  out: z.string().describe('the merged log'),
  records: count.describe('in it, a trial each'),
  duplicates: count.describe('records of trials that are in it once'),
  logs: z.array(mergedLogSchema),
});

type MergedLog = z.output<typeof mergedLogSchema>;

/** What `mergeLogs` returns and `tune log merge --json` prints. */
export type LogMerge = Readonly<z.output<typeof logMergeSchema>>;

/** The logs that hold a trial, by their place, and the journals that it is of. Many trials share one. */
interface Origin {
  readonly logs: readonly number[];
  readonly journals: readonly string[];
}

interface MergeOptions extends WriteOptions {
  /** Hears of lines that hold no record. */
  readonly onNote?: ((text: string) => void) | undefined;
}

/**
 * Writes the union of some logs: every trial once, by time, except that what a log holds in another order stays in
 * that. A record gets the name of the journal (the log) that it is from, within which it supersedes others and is
 * superseded, so that the same records stand as in all the logs together. The name is a hash of the log's trials:
 * merging a log again changes nothing, and the order of the logs does not matter.
 *
 * Logs are read twice, line by line: what is kept in memory of a trial is a hash, and of each log one record. Throws
 * UsageError for logs that do not exist or can be read only once, WorkError where no log holds a record, and as
 * `writeWhole`.
 */
export async function mergeLogs(paths: readonly string[], out: string, options: MergeOptions = {}): Promise<LogMerge> {
  const trials = new Trials();
  const logs: MergedLog[] = [];
  for (const [place, path] of paths.entries()) logs.push(await survey(path, place, trials, options));
  const { size } = trials;
  if (size === 0)
    throw new WorkError(`There is no record in ${paths.join(', ')}: name a log that \`tune\` or AutoTVM wrote.`);
  await writeWhole(out, linesOf(paths, trials), options);
  return { out, records: size, duplicates: logs.reduce((sum, { records }) => sum + records, 0) - size, logs };
}

/** Of all logs, by a hash of their key. */
class Trials {
  readonly #origins = new Map<string, Origin>();
  readonly #known = new Map<string, Origin>();
  readonly #journals = new Set<string>();

  get size(): number {
    return this.#origins.size;
  }

  /** Whether records have to name their journal, since there are several. */
  get areOfSeveral(): boolean {
    return this.#journals.size > 1;
  }

  origin(hash: string): Origin | undefined {
    return this.#origins.get(hash);
  }

  add(hash: string, place: number, journals: readonly string[] = []): void {
    const before = this.#origins.get(hash) ?? { logs: [], journals: [] };
    for (const name of journals) this.#journals.add(name);
    const logs = before.logs.includes(place) ? before.logs : [...before.logs, place];
    const origin = { logs, journals: [...new Set([...before.journals, ...journals])].sort() };
    const key = JSON.stringify(origin);
    if (!this.#known.has(key)) this.#known.set(key, origin);
    this.#origins.set(hash, this.#known.get(key)!);
  }

  /** Takes away a trial that is written. */
  remove(hash: string): void {
    this.#origins.delete(hash);
  }
}

/** Enters the trials of a log. */
async function survey(
  path: string,
  place: number,
  trials: Trials,
  { signal, onNote }: MergeOptions,
): Promise<MergedLog> {
  const kind = await statOf(path).catch(() => undefined);
  if (kind?.isFIFO() === true) throw new UsageError(`"${path}" is a pipe, and a merge reads twice: name a plain file.`);
  const skips = new Skips();
  const unnamed = new Set<string>();
  let records = 0;
  for await (const { record } of recordsIn(path, skips.on)) {
    signal?.throwIfAborted();
    records++;
    const hash = hashOf(record);
    trials.add(hash, place, record.journals);
    if (!record.journals) unnamed.add(hash);
  }
  const name = createHash('sha256');
  for (const hash of unnamed) name.update(hash);
  const journal = name.digest('hex').slice(0, 12);
  for (const hash of unnamed) trials.add(hash, place, [journal]);
  const result = skips.result();
  const text = skippedText(result);
  if (text !== undefined) onNote?.(`${path}: ${text}`);
  return { log: path, records, skipped: result.skippedLines, reasons: [...result.skipped] };
}

/** 96 bits: among millions of trials no two meet by chance. */
function hashOf(record: TuneRecord): string {
  return createHash('sha256').update(trialKey(record)).digest('base64').slice(0, 16);
}

/** A log that is being merged, at the first of its trials that is not written. */
interface Reader {
  readonly rest: AsyncGenerator<LineOfLog, void, void>;
  head: Head | undefined;
}

interface Head extends LineOfLog {
  readonly hash: string;
  readonly origin: Origin;
}

async function* linesOf(paths: readonly string[], trials: Trials): AsyncGenerator<string, void, void> {
  const readers = paths.map((path): Reader => ({ rest: recordsIn(path, () => undefined), head: undefined }));
  try {
    for (const reader of readers) await advance(reader, trials);
    for (let next = nextOf(readers); next; next = nextOf(readers)) {
      const { hash } = next;
      trials.remove(hash);
      yield `${trials.areOfSeveral ? withJournals(next) : next.text}\n`;
      for (const reader of readers) if (reader.head?.hash === hash) await advance(reader, trials);
    }
  } finally {
    for (const { rest } of readers) await rest.return();
  }
}

/** To its next trial that is not written yet. What was appended since the survey is left for the next merge. */
async function advance(reader: Reader, trials: Trials): Promise<void> {
  reader.head = undefined;
  while (!reader.head) {
    const { value: line } = await reader.rest.next();
    if (!line) return;
    const hash = hashOf(line.record);
    const origin = trials.origin(hash);
    if (origin) reader.head = { ...line, hash, origin };
  }
}

/**
 * The earliest trial of those before which no log has another one; logs that contradict each other have none, and then
 * it is the earliest of all.
 */
function nextOf(readers: readonly Reader[]): Head | undefined {
  const heads = readers.flatMap(({ head }) => head ?? []);
  const free = heads.filter(({ hash, origin }) => origin.logs.every((place) => readers[place]!.head?.hash === hash));
  return (free.length > 0 ? free : heads).reduce<Head | undefined>(
    (first, head) => (first && first.record.timestamp <= head.record.timestamp ? first : head),
    undefined,
  );
}

/** The line as it stands, whatever other programs and versions keep in it, and its journals. */
function withJournals({ text, origin: { journals } }: Head): string {
  return JSON.stringify({ ...(JSON.parse(text) as Record<string, unknown>), journals });
}
