/** Looks at what a kind of target needs on this machine (`tune doctor`). */
export interface Examine {
  examine(): Promise<readonly Check[]>;
}

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `absent`: not here, and not needed. */
  readonly status: 'ok' | 'missing' | 'absent';
  /** What was found, or what the lack of it means. */
  readonly text: string;
  /** How to get it. */
  readonly fix?: string;
}
