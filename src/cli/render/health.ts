import type { Health } from '../../api/doctor.js';
import type { Check } from '../../backend/capabilities/examine.js';
import { renderTable } from './table.js';
import type { Page } from './wrapped.js';

/** A line for each thing that was looked for, and how to get what is not there. */
export function renderHealth({ checks }: Health, page: Page): string {
  return renderTable(
    [],
    checks.flatMap((check) => rowsOf(check, page)),
    page.columns,
  );
}

function rowsOf({ name, status, text, fix }: Check, { paint }: Page): readonly (readonly string[])[] {
  const marks = { ok: paint.green('ok'), missing: paint.red('missing'), absent: paint.dim('absent') };
  return [[marks[status], name, text], ...(fix === undefined ? [] : [['', '', `get it: ${fix}`]])];
}
