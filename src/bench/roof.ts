import { bandwidthBytes, PEAK_FLOPS, startBandwidth, startPeak } from './roofline.js';
import { interleave } from './rounds.js';

/** What some threads of this machine reach now, in FLOP/s of multiply-adds and bytes a second read from memory. */
export interface Reach {
  readonly peak: number;
  readonly bandwidth: number;
}

/** Turns of each. Whatever else runs only makes them slower, so the fastest counts. */
const ROUNDS = 9;

/** Measures both, in turns. Throws MissingError without a compiler. */
export async function measureReach(threads: number): Promise<Reach> {
  const peak = await startPeak(threads);
  try {
    const bandwidth = await startBandwidth(threads);
    try {
      const [flops, bytes] = await interleave([peak, bandwidth], { rounds: ROUNDS });
      return {
        peak: PEAK_FLOPS / Math.min(...flops!.seconds),
        bandwidth: bandwidthBytes() / Math.min(...bytes!.seconds),
      };
    } finally {
      await bandwidth.stop();
    }
  } finally {
    await peak.stop();
  }
}

/** Bytes a second that some threads read from memory; whatever else runs only makes them slower. */
export async function measureBandwidth(threads: number): Promise<number> {
  const bandwidth = await startBandwidth(threads);
  try {
    const [bytes] = await interleave([bandwidth], { rounds: ROUNDS });
    return bandwidthBytes() / Math.min(...bytes!.seconds);
  } finally {
    await bandwidth.stop();
  }
}
