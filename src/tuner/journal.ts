import { LogWriter } from '../record/log.js';
import type { Task } from '../templates/template.js';
import type { Companions } from './companions.js';
import { logListener, type LogListener, type Provenance } from './log-listener.js';
import { SharedLog } from './shared-log.js';

/** The log of a run: what the run writes there, and what others who share it do. */
export interface Journal {
  readonly on: LogListener;
  readonly companions: Companions;
  /** What a person should know of the log since the last call. */
  takeNotes(): readonly string[];
  /** Writes what could not be written before. Throws WorkError when that fails. */
  close(): Promise<void>;
}

/** Opens the log of a run, which comes with its first record. Throws WorkError when it cannot be written. */
export async function openJournal(path: string, tasks: readonly Task[], provenance: Provenance): Promise<Journal> {
  let notes: string[] = [];
  const onNote = (text: string): void => {
    notes.push(text);
  };
  const companions = new SharedLog({ tasks, provenance, onNote, remark: (comment) => writer.remark(comment) });
  const onLine = (text: string, isOwn: boolean): void => {
    companions.hear(text, isOwn);
  };
  const writer = await LogWriter.open(path, { onLine, onNote });
  return {
    on: logListener(writer, provenance),
    companions,
    takeNotes: () => {
      const taken = notes;
      notes = [];
      return taken;
    },
    close: () => writer.close(),
  };
}
