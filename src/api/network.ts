import type { NetworkEvent } from '../network/schedule/events.js';
import type { NetworkOptions } from '../network/session/network-options.js';
import { NetworkSession } from '../network/session/session.js';

/**
 * Tunes the layers of a network on one target of this machine, on one budget. The events are those that
 * `tune network --json` prints: those of `tune`, each with the name of its layer, between one `start` and one
 * `finish`, which comes also of a run that `signal` ended. As in `tune`, nothing goes on before the next event is asked
 * for, and a trial is in the log before it is reported.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError for what this machine lacks, WorkError where a
 * reference or the log fails.
 */
export async function* network(options: NetworkOptions): AsyncGenerator<NetworkEvent, void, void> {
  const session = await NetworkSession.plan(options);
  yield* session.run();
}
