import { LogWriter } from '../log/record/log.js';
import type { Task } from '../templates/template.js';
import type { Companions } from './companions.js';
import { logListener, type LogListener, type Provenance } from './log-listener.js';
import { SharedLog } from './shared-log.js';

/** What a run of some tasks writes into a log, and what others who share it do. */
export interface JournalPart extends LogListener {
  readonly companions: Companions;
}

/** A log that runs of this program write into. */
export interface Journals {
  /** In the order in which they were asked for. */
  readonly parts: readonly JournalPart[];
  /** What a person should know of the log since the last call. */
  takeNotes(): readonly string[];
  /** Writes what could not be written before. Throws WorkError when that fails. */
  close(): Promise<void>;
}

/** The log of a run: what the run writes there, and what others who share it do. */
export interface Journal extends JournalPart, Omit<Journals, 'parts'> {}

/** Tasks of one workload, and what is true of all their trials. */
export interface Contributor {
  readonly tasks: readonly Task[];
  readonly provenance: Provenance;
}

/** Opens the log of a run, which comes with its first record. Throws WorkError when it cannot be written. */
export async function openJournal(path: string, tasks: readonly Task[], provenance: Provenance): Promise<Journal> {
  const { parts, ...journal } = await openJournals(path, [{ tasks, provenance }]);
  return { ...parts[0]!, ...journal };
}

/** Opens the log of a run of several workloads. Throws WorkError when it cannot be written. */
export async function openJournals(path: string, contributors: readonly Contributor[]): Promise<Journals> {
  let notes: string[] = [];
  const onNote = (text: string): void => {
    notes.push(text);
  };
  // Another run is met once, whichever of the tasks it works on.
  const met = new Set<string>();
  const onMeet = (text: string): void => {
    if (!met.has(text)) notes.push(text);
    met.add(text);
  };
  const remark = (comment: string): Promise<void> => writer.remark(comment);
  const shared = contributors.map((contributor) => new SharedLog({ ...contributor, onNote: onMeet, remark }));
  const onLine = (text: string, isOwn: boolean): void => {
    for (const companions of shared) companions.hear(text, isOwn);
  };
  const writer = await LogWriter.open(path, { onLine, onNote });
  return {
    parts: contributors.map(({ provenance }, place) => ({
      ...logListener(writer, provenance),
      companions: shared[place]!,
    })),
    takeNotes: () => {
      const taken = notes;
      notes = [];
      return taken;
    },
    close: () => writer.close(),
  };
}
