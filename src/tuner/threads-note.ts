import { machine } from '../target/machine.js';
import { plural } from '../target/format.js';

/** That kernels are to have more threads than there are cores; the times are logged all the same. */
export function threadsNote(threads: number): readonly string[] {
  const { cores } = machine();
  if (threads <= cores) return [];
  return [
    `${threads} threads are more than the ${plural(cores, 'core')} here: they take turns, so the times are not comparable with others.`,
  ];
}
