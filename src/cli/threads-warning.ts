import { machine } from '../target/machine.js';
import { plural } from '../target/format.js';
import type { Output } from './output.js';

const warned = new Set<number>();

/**
 * Says on stderr, once, that kernels are to have more threads than there are cores, where that is so; the times are
 * logged all the same.
 */
export function warnOfThreads(threads: number, { stderr, paintStderr }: Pick<Output, 'stderr' | 'paintStderr'>): void {
  const { cores } = machine();
  if (threads <= cores || warned.has(threads)) return;
  warned.add(threads);
  const text = `${threads} threads are more than the ${plural(cores, 'core')} here: they take turns, so the times are not comparable with others.`;
  stderr(paintStderr.yellow(text));
}
