import { jsonOf } from '../../target/json.js';

/** A cache's text as JSON. */
export interface CacheJson {
  /** Undefined when the text is no JSON. */
  readonly json: unknown;
  /** Whether the end was missing. */
  readonly cut: boolean;
}

/** Rows that are tried as the last, from the end of a text that was cut. */
const ATTEMPTS = 4;

/**
 * Parses what Kernel Tuner writes: JSON, in which Python's NaN and Infinity become null; while it runs, without the
 * closing braces and with a comma or half a row at the end.
 */
export function parseCache(text: string): CacheJson {
  const whole = jsonOf(text);
  if (whole !== undefined) return { json: whole, cut: false };
  const plain = withoutNaN(text);
  const clean = jsonOf(plain);
  if (clean !== undefined) return { json: clean, cut: false };
  return { json: closed(plain), cut: true };
}

/** The text up to the last brace after which it can be closed. */
function closed(text: string): unknown {
  let end = text.length;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    end = text.lastIndexOf('}', end - 1);
    if (end < 0) return undefined;
    const json = jsonOf(`${text.slice(0, end + 1)}}}`) ?? jsonOf(`${text.slice(0, end + 1)}}`);
    if (json !== undefined) return json;
  }
  return undefined;
}

function withoutNaN(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) => (found.startsWith('"') ? found : 'null'));
}
