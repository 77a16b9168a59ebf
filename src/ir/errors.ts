/**
 * A config that cannot become a loop nest or code, with the sentence that says why: a trial of AutoTVM's class 1, never
 * a crash.
 */
export class InstantiationError extends Error {}
