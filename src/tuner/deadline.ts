/** Milliseconds; a timer beyond this would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * A signal that is aborted with another one, or after so many milliseconds (never, where these are more than a timer
 * can count).
 */
export function abortedAfter(milliseconds: number, signal: AbortSignal): AbortSignal {
  if (milliseconds > longestTimer) return signal;
  return AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)))]);
}
