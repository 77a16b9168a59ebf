interface Waiting {
  readonly action: () => void;
}

/** What to do at exit, in the order in which it was asked for. */
const waiting = new Set<Waiting>();

/**
 * Has something done when this process exits; what it returns takes that back. All share one listener, since Node warns
 * on stderr of more than ten of a process. An action that throws keeps no other from its turn.
 */
export function atExit(action: () => void): () => void {
  const entry = { action };
  if (waiting.size === 0) process.on('exit', runAll);
  waiting.add(entry);
  return () => {
    waiting.delete(entry);
    if (waiting.size === 0) process.off('exit', runAll);
  };
}

function runAll(): void {
  for (const { action } of waiting) {
    try {
      action();
    } catch {
      // Nobody is left who could act on it.
    }
  }
}
