/**
 * An error that the person at the keyboard can act on: one clear sentence with the next step. The CLI prints it without
 * a stack.
 */
export abstract class TuneError extends Error {
  abstract readonly exitCode: 1 | 2 | 3;
}

/** The work failed: no valid schedule, a replay that no longer reproduces, a file that cannot be written. */
export class WorkError extends TuneError {
  readonly exitCode = 1;
}

/** The command was asked for something that does not exist or cannot be. */
export class UsageError extends TuneError {
  readonly exitCode = 2;
}

/** A target whose kernels another CPU or GPU than the one here would have to run. */
export class OtherMachineError extends UsageError {
  /** `reason` is the fact alone, `advice` what helps whoever named the target. */
  constructor(
    readonly reason: string,
    advice: string,
  ) {
    super(`${reason}: ${advice}.`);
  }
}

/** Something is missing on the machine; the message says what and how to get it. */
export class MissingError extends TuneError {
  readonly exitCode = 3;
}
