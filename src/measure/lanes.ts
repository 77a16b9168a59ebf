import { awaitedLater } from './awaited-later.js';
import { ErrorNo, type Measurement } from './measurement.js';

/**
 * Measures builds, so many at once, in their order. One at a time, the next starts only when the one before was taken;
 * several start as others end. When aborted, those under way still come, up to the first that was withdrawn.
 */
export async function* inLanes<Build>(
  builds: readonly Build[],
  measure: (build: Build) => Promise<Measurement>,
  lanes: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Measurement, void, undefined> {
  const started: Promise<Measurement>[] = [];
  let running = 0;
  const start = (): void => {
    while (running < (lanes ?? 1) && started.length < builds.length && signal?.aborted !== true) {
      running++;
      const measured = measure(builds[started.length]!).finally(() => {
        running--;
        if ((lanes ?? 1) > 1) start();
      });
      started.push(awaitedLater(measured));
    }
  };
  start();
  for (let place = 0; place < started.length; place++) {
    const measurement = await started[place]!;
    if (signal?.aborted === true && lanes !== undefined && measurement.error === ErrorNo.unknown) return;
    yield measurement;
    start();
  }
}
