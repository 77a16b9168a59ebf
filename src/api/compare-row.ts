import type { Spread } from '../measure/statistics.js';
import type { CheckedComparison } from '../network/compare/comparison.js';
import type { CompareRow } from './schema/network-compare.js';

/** A comparison as JSON has it; NaN is null. */
export function comparisonToJson(network: string, compared: CheckedComparison): CompareRow {
  const { threads, rounds, ours, onnxruntime, ratio, largestDifference, largestError, layers } = compared;
  return {
    network,
    threads,
    rounds,
    ours: timesOf(ours),
    onnxruntime: { ...timesOf(onnxruntime), description: onnxruntime.description },
    ratio: ratio.median,
    ratio_low: ratio.low,
    ratio_high: ratio.high,
    largest_difference: numberOrNull(largestDifference),
    largest_error: numberOrNull(largestError),
    layers: layers.map((row) => ({
      kind: row.kind,
      layer: row.layer,
      nodes: [...row.nodes],
      seconds: row.ours,
      onnxruntime_seconds: row.onnxruntime,
    })),
  };
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function timesOf({ median, low, high }: Spread): CompareRow['ours'] {
  return { seconds: median, seconds_p10: low, seconds_p90: high };
}
