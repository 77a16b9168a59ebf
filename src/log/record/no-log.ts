import { UsageError } from '../../target/errors.js';
import { linesOf } from './lines.js';
import { decode, LONGEST_LINE } from './record.js';

/** As `encode` begins a record: what a run that died left of its first one is no text of somebody else's. */
const BEGINNING = '{"input"';

/**
 * Throws UsageError for a file that holds lines and not a single record, such as a source file that was named by
 * mistake: records behind them would spoil it. Comments, empty lines, zeros and torn records say nothing of that.
 */
export async function refuseOtherText(path: string): Promise<void> {
  let isOther = false;
  for await (const { text } of linesOf(path, LONGEST_LINE)) {
    const line = text?.replace(/^\uFEFF/, '').trim();
    if (line === '' || line?.startsWith('#') || /^\0+$/.test(line ?? '')) continue;
    if (line !== undefined && typeof decode(line) !== 'string') return;
    isOther ||= line?.startsWith(BEGINNING) !== true && !BEGINNING.startsWith(line ?? ' ');
  }
  if (isOther)
    throw new UsageError(
      `"${path}" holds lines and not a single record, so that it is no log: name another with --log.`,
    );
}
