import { WorkError } from '../target/errors.js';
import { Exit } from './errors.js';
import type { Output } from './output.js';
import { signalsHeard } from './signals.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** How the command ends after an abort: in silence where nobody reads its output any more. */
  readonly exit: Exit;
  /** Gives the signals back to Node. */
  release(): void;
  /**
   * What a command throws in the place of an error: how it ends, where that is only that something was aborted, or that
   * the same Ctrl-C ended a program that it needs.
   */
  ended(error: unknown): unknown;
  /** What a run returns; `cleanUp` is called then, and its signals are released. Throws `ended` of its error. */
  during<Result>(run: Promise<Result>): Promise<Result>;
}

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP, or a closed stdout) into an abort, so that the run ends in order: trial
 * in flight, log, summary. A second one ends the process at once. `cleanUp` is called at each. `doing` is what the
 * abort leads to, as it is said.
 */
export function catchInterrupts(
  output: Output,
  cleanUp: () => void,
  doing = 'Stopping after the trial in flight',
): Interrupt {
  const controller = new AbortController();
  const signals = signalsHeard();
  let [silent, interrupted] = [false, false];
  const onSignal = (): void => {
    cleanUp();
    if (interrupted) process.exit(130);
    interrupted = true;
    output.stderr(`${doing}; press Ctrl-C again to stop at once.`);
    controller.abort();
  };
  for (const name of signals) process.on(name, onSignal);
  output.whenClosed(() => {
    silent = true;
    controller.abort();
  });
  const ending = (): Exit => new Exit(silent && !interrupted ? 0 : 130);
  const ended = (error: unknown): unknown =>
    controller.signal.aborted && (isAbort(error) || error instanceof WorkError) ? ending() : error;
  const release = (): void => {
    for (const name of signals) process.off(name, onSignal);
  };
  return {
    signal: controller.signal,
    get exit() {
      return ending();
    },
    ended,
    release,
    during: async (run) => {
      try {
        return await run;
      } catch (error) {
        throw ended(error);
      } finally {
        cleanUp();
        release();
      }
    },
  };
}

/** Of Node's own functions, and of `AbortSignal.throwIfAborted`. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

interface Followed<Event> {
  readonly begin: (signal: AbortSignal) => AsyncIterable<Event>;
  readonly on: (event: Event, interrupt: Interrupt) => void;
  /** Leaves the terminal as it was. */
  readonly cleanUp?: () => void;
  /** What an interrupt leads to, as it is said. */
  readonly doing?: string;
}

/** Hands the events of a run over as they come, until it ends or an interrupt ends it. */
export async function follow<Event>(
  output: Output,
  { begin, on, cleanUp = () => undefined, doing }: Followed<Event>,
): Promise<void> {
  const interrupt = catchInterrupts(output, cleanUp, doing);
  try {
    for await (const event of begin(interrupt.signal)) on(event, interrupt);
    if (interrupt.signal.aborted) throw interrupt.exit;
  } catch (error) {
    throw interrupt.ended(error);
  } finally {
    cleanUp();
    interrupt.release();
  }
}
