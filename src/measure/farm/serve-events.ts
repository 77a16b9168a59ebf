/** What whoever started a worker hears of it. */
export interface ServeEvents {
  /** It is connected and takes jobs. */
  ready(): void;
  /** A job ended; `counts` where it was a trial or a build, and not only a preparation. */
  done(counts: boolean): void;
  /** A message was not accepted. */
  refused(reason: string): void;
  note(text: string): void;
}
