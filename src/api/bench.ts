import { compareRows } from '../products/bench/compare-rows.js';
import type { BenchEvent } from '../products/bench/events.js';
import type { BenchOptions } from '../products/bench/options.js';
import { rowToJson } from '../products/bench/row-to-json.js';

/**
 * Compares our kernels with other libraries on this machine, row by row; the last event is `finish`, also of a
 * comparison that `signal` ended. Nothing goes on before the next event is asked for. A kernel of ours that is missing
 * or fails, or a row that cannot be timed, is reported and does not end the comparison.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError without a compiler, WorkError for logs that
 * cannot be read.
 */
export async function* bench(options: BenchOptions = {}): AsyncGenerator<BenchEvent, void, void> {
  for await (const event of compareRows(options)) {
    if (event.event !== 'row') yield event;
    else {
      const { row, setting, ...place } = event;
      yield { ...place, row: rowToJson(row, setting) };
    }
  }
}
