/** What a function of a cubin needs, in the words of ptxas. */
export interface Resources {
  /** 32-bit registers of a thread. */
  readonly registers: number;
  /** Bytes that a thread stores to memory and loads again for want of registers. */
  readonly spillBytes: number;
  /** Static shared memory of a block, in bytes. */
  readonly sharedBytes: number;
  /** Local memory of a thread, in bytes: spills, and arrays that are indexed. */
  readonly localBytes: number;
}

/** Reads what `ptxas -v` says, by the names of the functions. */
export function readResources(output: string): ReadonlyMap<string, Resources> {
  const functions = output.split(/Compiling entry function '(?=[^']*')/).slice(1);
  return new Map(
    functions.map((text) => {
      const count = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
      const resources = {
        registers: count(/Used (\d+) registers/),
        spillBytes: count(/(\d+) bytes spill stores/) + count(/(\d+) bytes spill loads/),
        sharedBytes: count(/(\d+) bytes smem/),
        localBytes: count(/(\d+) bytes stack frame/),
      };
      return [text.slice(0, text.indexOf("'")), resources];
    }),
  );
}

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
