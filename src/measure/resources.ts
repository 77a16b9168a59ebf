import { z } from 'zod';

/** What a function of a compiled kernel needs of a GPU, as its compiler reports it. */
export const resourcesSchema = z.strictObject({
  /** 32-bit registers of a thread. */
  registers: z.number(),
  /** Bytes that a thread stores to memory and loads again for want of registers. */
  spillBytes: z.number(),
  /** Static shared memory of a block, in bytes. */
  sharedBytes: z.number(),
  /** Local memory of a thread, in bytes: spills, and arrays that are indexed. */
  localBytes: z.number(),
});
export type Resources = Readonly<z.output<typeof resourcesSchema>>;

/** The most of each that any of the functions needs, spills added up. */
export function worstOf(resources: readonly Resources[]): Resources {
  const most = (pick: (of: Resources) => number): number => Math.max(0, ...resources.map(pick));
  return {
    registers: most(({ registers }) => registers),
    spillBytes: resources.reduce((sum, { spillBytes }) => sum + spillBytes, 0),
    sharedBytes: most(({ sharedBytes }) => sharedBytes),
    localBytes: most(({ localBytes }) => localBytes),
  };
}
