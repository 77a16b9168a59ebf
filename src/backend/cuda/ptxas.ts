import type { Resources } from '../../measure/resources.js';

/** Reads what `ptxas -v` says of resources, by the names of the functions. */
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

/**
 * What ptxas says will make some functions slow, each once: that it had to run one wgmma after the other, since their
 * registers are used in between or are too few.
 */
export function readWarnings(output: string, functions: readonly string[]): readonly string[] {
  const notes = output.matchAll(/^ptxas \w+\s*: .*?(Potential Performance Loss: .*?) in (?:the )?function '(\w+)'/gm);
  return [...new Set(Array.from(notes).flatMap(([, text = '', name = '']) => (functions.includes(name) ? text : [])))];
}
