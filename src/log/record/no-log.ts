import { UsageError } from '../../target/errors.js';
import { linesOf } from './lines.js';
import { decode, LONGEST_LINE } from './record.js';

/** As `encode` begins a record: what a run that died left of its first one is no text of somebody else's. */
const BEGINNING = '{"input"';

/** Throws UsageError for a text that is no log: records behind its lines would spoil it. */
export async function refuseOtherText(path: string): Promise<void> {
  if (await isOtherText(path))
    throw new UsageError(
      `"${path}" holds lines and not a single record, so that it is no log: name another with --log.`,
    );
}

/**
 * Whether a file holds lines and not a single record, such as a source file that was named by mistake. Comments, empty
 * lines, zeros and torn records say nothing of that.
 */
export async function isOtherText(path: string): Promise<boolean> {
  let isOther = false;
  for await (const { text } of linesOf(path, LONGEST_LINE)) {
    const line = text?.replace(/^\uFEFF/, '').trim();
    if (line === '' || line?.startsWith('#') || /^\0+$/.test(line ?? '')) continue;
    if (line !== undefined && typeof decode(line) !== 'string') return false;
    isOther ||= line?.startsWith(BEGINNING) !== true && !BEGINNING.startsWith(line ?? ' ');
  }
  return isOther;
}
