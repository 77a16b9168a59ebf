/**
 * OpenMP's settings that put each of several threads on a core of its own. Left alone, they are put on one core
 * together as soon as another process is busy, and each waits for the other (measured: 13 times the time). A single one
 * goes where it is quiet.
 */
export function boundThreads(threads: number): Readonly<Record<string, string>> {
  return threads > 1 ? { OMP_PROC_BIND: 'close', OMP_PLACES: 'cores' } : { OMP_PROC_BIND: 'false' };
}
