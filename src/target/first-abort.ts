/** Milliseconds; a timer beyond this would fire at once. */
const LONGEST = 2 ** 31 - 1;

interface FirstAbort {
  readonly signal: AbortSignal;
  /** Forgets the sources and the timer. */
  readonly release: () => void;
}

/**
 * A signal that is aborted with the first of `sources`, or after so many milliseconds (never, where these are more than
 * a timer can count). AbortSignal.any would not do: it holds its sources weakly, so that a timeout that nothing else
 * holds is collected as garbage and never comes.
 */
export function firstAbort(sources: readonly AbortSignal[], milliseconds = Infinity): FirstAbort {
  const first = new AbortController();
  const onAbort = (): void => {
    first.abort();
  };
  const timer = milliseconds > LONGEST ? undefined : setTimeout(onAbort, Math.max(0, milliseconds)).unref();
  for (const source of sources)
    if (source.aborted) onAbort();
    else source.addEventListener('abort', onAbort);
  const release = (): void => {
    clearTimeout(timer);
    for (const source of sources) source.removeEventListener('abort', onAbort);
  };
  return { signal: first.signal, release };
}
