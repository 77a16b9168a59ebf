import { delimiter, join } from 'node:path';

/** gcc for tests that are not about speed: the peak is measured in one round, and kernels are hardly optimized. */
export const quickGcc = join(import.meta.dirname, 'quick', 'gcc');

/** The environment of programs that shall take it for gcc. */
export function withQuickGcc(): { PATH: string } {
  return { PATH: [join(quickGcc, '..'), process.env['PATH']].join(delimiter) };
}

/** Makes the runs of this test file, in this process, take it for gcc. */
export function useQuickGcc(): void {
  Object.assign(process.env, withQuickGcc());
}
