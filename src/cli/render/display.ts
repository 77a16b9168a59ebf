import type { Output } from '../output.js';

/** Where progress is shown: a status line on a terminal, lines elsewhere. */
export type Stage = Pick<Output, 'stderr' | 'status' | 'interactive' | 'messageColumns'>;

/** Time, which tests pass by themselves. */
export interface Clock {
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls `action` once after so many milliseconds, unless the function that it returns is called before. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, action) => {
    // A run that has ended does not wait for it.
    const timer = setTimeout(action, milliseconds).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/** What is shown; undefined: nothing at that moment. */
export interface Texts {
  /** Fits into so many columns. */
  readonly status: (columns: number) => string | undefined;
  /** Of which a log has many. */
  readonly line: () => string | undefined;
}

/** Milliseconds between two lines where there is no terminal. */
const PAUSE = 10_000;

/** Milliseconds after which a terminal shows that time passes. */
const TICK = 1000;

/** Columns of a terminal that does not say how many it has. */
const NARROW = 80;

/**
 * Shows how far something is, from its creation on, until it is stopped. On a terminal it redraws the status line with
 * every change and every second; elsewhere it writes a line every ten seconds, also while nothing changes.
 */
export class Display {
  #drawn: number;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly stage: Stage,
    private readonly texts: Texts,
    private readonly clock: Clock,
  ) {
    this.#drawn = clock.now();
    if (stage.interactive) this.#draw();
    else this.#wait();
  }

  /** Something has changed. */
  readonly update = (): void => {
    if (this.#isStopped) return;
    // A run that computes without a pause keeps timers waiting: lines that are due come with its events.
    if (this.stage.interactive || this.clock.now() - this.#drawn >= PAUSE) this.#draw();
  };

  /** Leaves the terminal as it was, for good; may be called at any time, and twice. */
  readonly stop = (): void => {
    this.#isStopped = true;
    this.#cancel();
    this.stage.status(undefined);
  };

  #draw(): void {
    const { stage, texts } = this;
    this.#drawn = this.clock.now();
    if (stage.interactive) stage.status(texts.status(columnsOf(stage)));
    else this.#write(texts.line());
    this.#wait();
  }

  #write(line: string | undefined): void {
    if (line !== undefined) this.stage.stderr(line);
  }

  #wait(): void {
    this.#cancel();
    this.#cancel = this.clock.after(this.stage.interactive ? TICK : PAUSE, () => {
      this.#draw();
    });
  }
}

function columnsOf({ messageColumns = 0 }: Stage): number {
  return messageColumns > 0 ? messageColumns : NARROW;
}
