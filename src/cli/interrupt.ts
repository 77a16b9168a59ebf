import type { Output } from './output.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Whether the run ends because nobody reads its output any more, which is no reason to complain. */
  readonly silent: boolean;
  /** Gives the signals back to Node. */
  release(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP, or a closed stdout) into an abort, so that the run ends in order: trial
 * in flight, log, summary. A second one ends the process at once, after `cleanUp`. `doing` is what the abort leads to,
 * as it is said.
 */
export function catchInterrupts(
  output: Output,
  cleanUp: () => void,
  doing = 'Stopping after the measurement in flight',
): Interrupt {
  const controller = new AbortController();
  let silent = false;
  const onSignal = (): void => {
    cleanUp();
    if (controller.signal.aborted) process.exit(130);
    output.stderr(`${doing}; once more stops at once.`);
    controller.abort();
  };
  for (const name of signals) process.on(name, onSignal);
  output.whenClosed(() => {
    silent = true;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get silent() {
      return silent;
    },
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
