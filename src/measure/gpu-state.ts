import { z } from 'zod';
import { defined } from '../target/defined.js';

const pair = z.tuple([z.number().nonnegative(), z.number().nonnegative()]);

/** How a kernel was timed on a GPU, and the state it reported before and after the repeats, where it does. */
export const gpuStateSchema = z.object({
  /** Whether all calls of a repeat were launched as graphs, or one by one. */
  launch: z.enum(['graph', 'stream']),
  smMHz: pair.optional(),
  memoryMHz: pair.optional(),
  celsius: pair.optional(),
  /** Why clocks were lower than they can be, in any repeat: `sw_power_cap`. */
  clockReasons: z
    .array(z.string().regex(/^\w{1,32}$/))
    .max(64)
    .optional(),
});
export type GpuState = Readonly<z.output<typeof gpuStateSchema>>;

/** Of measurements that follow each other. */
export function joinStates(states: readonly GpuState[]): GpuState {
  const [first, last] = [states.at(0)!, states.at(-1)!];
  const ends = (key: 'smMHz' | 'memoryMHz' | 'celsius'): Partial<GpuState> => {
    const [before, after] = [first[key]?.[0], last[key]?.[1]];
    return before === undefined || after === undefined ? {} : { [key]: [before, after] };
  };
  const reasons = states.flatMap(({ clockReasons }) => clockReasons ?? []);
  return {
    launch: states.every(({ launch }) => launch === 'graph') ? 'graph' : 'stream',
    ...ends('smMHz'),
    ...ends('memoryMHz'),
    ...ends('celsius'),
    ...defined({ clockReasons: states.some(({ clockReasons }) => clockReasons) ? [...new Set(reasons)] : undefined }),
  };
}
