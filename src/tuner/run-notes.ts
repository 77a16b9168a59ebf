/** What a run of one workload and a run of a network say alike. */
import { asksHistory, type Catalogue } from '../catalogue/catalogue.js';
import { plural } from '../target/format.js';
import { threadsOf, type Target } from '../target/target.js';
import type { TaskState } from './task-state.js';
import type { Settings } from './settings.js';
import { historyNote } from './history-note.js';
import { threadsNote } from './threads-note.js';
import { dotsNote } from './dots-note.js';

interface Planned {
  readonly catalogue: Catalogue;
  readonly target: Target;
  readonly settings: Settings;
  readonly history: readonly string[];
}

/** What a person has to know before waiting. */
export function notesOf(
  { catalogue, target, settings, history }: Planned,
  states: readonly TaskState[],
): readonly string[] {
  const priors = states.map(({ prior }) => prior);
  const [done, all] = [states.reduce((sum, { resumed }) => sum + resumed.length, 0), settings.trials];
  const isTold =
    history.length > 0 ||
    asksHistory(catalogue, settings.explorer) ||
    priors.some(({ rows, warmStarts }) => rows.length + warmStarts.length > 0);
  return [
    ...threadsNote(threadsOf(target)),
    ...dotsNote(states.map(({ task }) => task)),
    ...(done > 0 ? [`${plural(done, 'trial')}${done > all ? '' : ` of ${all}`} found in the log`] : []),
    ...(isTold ? [historyNote(priors, settings.explorer, catalogue)] : []),
  ];
}
