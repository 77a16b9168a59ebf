/** What `src/tuner/pauses.ts` says, for tests. */
export const PAUSES: readonly number[] = [0.1, 0.3];
