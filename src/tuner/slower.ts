/** A record that takes more than this many times its logged time, on the same machine, no longer reproduces. */
export const SLOWER = 1.25;
