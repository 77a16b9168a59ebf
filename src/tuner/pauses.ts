/** Seconds before what was too slow, or too disturbed to judge, is timed for the second and the third time. */
export const PAUSES: readonly number[] = [3, 12];
