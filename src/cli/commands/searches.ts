import { follow } from '../interrupt.js';
import type { Output } from '../output.js';
import { counter } from '../render/counter.js';

/** Searches of tables that follow each other. */
export interface Searches<Row> {
  readonly begin: (signal: AbortSignal) => AsyncIterable<Row>;
  readonly count: number;
  /** What they are called beside a bar. */
  readonly words: string;
}

/**
 * Lines of JSON as searches are done, or a text of all of them and of random draws, since what a search is worth shows
 * beside these; `random` is left out where the searches are such.
 */
export async function showSearches<Row>(
  own: Searches<Row>,
  random: Searches<Row> | undefined,
  render: (searched: readonly Row[], drawn: readonly Row[]) => string,
  { json = false }: { readonly json?: boolean | undefined },
  output: Output,
): Promise<void> {
  if (json) {
    await carryOut(own, output, (row) => {
      output.stdout(JSON.stringify(row));
    });
    return;
  }
  const searched = await carryOut(own, output);
  output.stdout(render(searched, random ? await carryOut(random, output) : searched));
}

/** Each is handed to `report` when it is done; with a bar when nothing is. */
async function carryOut<Row>(
  { begin, count, words }: Searches<Row>,
  output: Output,
  report?: (row: Row) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const bar = counter(!report, count, words, output);
  const on = (row: Row): void => {
    rows.push(row);
    report?.(row);
    bar.advance();
  };
  await follow(output, { begin, on, cleanUp: bar.stop });
  return rows;
}
