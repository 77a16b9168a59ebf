/**
 * What a task hands to `push` while it works, as a stream that ends with it. A reader that is slow lets it run ahead;
 * one that leaves has `stop` called, and waits until the task has ended.
 */
export async function* pushed<T>(
  task: (push: (item: T) => void) => Promise<void>,
  stop: () => void,
): AsyncGenerator<T, void, void> {
  const items: T[] = [];
  const state = { ended: false, wake: (): void => undefined };
  const done = task((item) => {
    items.push(item);
    state.wake();
  }).finally(() => {
    state.ended = true;
    state.wake();
  });
  // Its failure is thrown where the stream ends, below.
  done.catch(() => undefined);
  try {
    while (!state.ended || items.length > 0) {
      const awake = new Promise<void>((resolve) => (state.wake = resolve));
      yield* items.splice(0);
      if (!state.ended && items.length === 0) await awake;
    }
  } finally {
    stop();
    await done;
  }
}
