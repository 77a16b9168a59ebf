/** Bytes of an element, whatever its type, and of a line of a cache. */
export const ELEMENT = 4;
const LINE = 64;

/** Bytes of the cache lines that an access touches in loops, given how long each is and how far a step goes. */
export function touchedLines(loops: readonly { readonly length: number; readonly stride: number }[]): number {
  const moving = loops
    .map(({ length, stride }) => ({ length, stride: Math.abs(stride) }))
    .filter(({ stride }) => stride !== 0)
    .sort((a, b) => a.stride - b.stride);
  let [run, runs] = [1, 1];
  for (const { length, stride } of moving) {
    if (stride <= Math.max(run, LINE / ELEMENT)) run += (length - 1) * stride;
    else runs *= length;
  }
  return runs * Math.ceil((run * ELEMENT) / LINE) * LINE;
}
