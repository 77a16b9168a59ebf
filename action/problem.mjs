/** What goes wrong for a reason that a person can do something about: one sentence, with the next step. */
export class Problem extends Error {}
