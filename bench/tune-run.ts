import type { TuneEventNamed } from '../src/tuner/events.js';
import { tune } from '../src/api/tune.js';
import type { TuneOptions } from '../src/tuner/tune-options.js';
import { WorkError } from '../src/target/errors.js';

/** What the last event of a run says. */
export type Finish = TuneEventNamed<'finish'>;

/** Tunes to the end. Throws as `tune` does, and WorkError with the first failure where no schedule worked. */
export async function tuneToEnd(options: TuneOptions): Promise<Finish> {
  let finish: Finish | undefined;
  for await (const event of tune(options)) if (event.event === 'finish') finish = event;
  if (finish?.best) return finish;
  const which = finish ? ` of ${finish.operator} ${finish.workload}` : '';
  throw new WorkError(`No valid schedule${which} was found: ${finish?.first_failure ?? 'none was tried'}`);
}
