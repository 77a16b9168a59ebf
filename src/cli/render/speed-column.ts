import { formatGflops, formatSpeed, type Counts } from '../../target/format.js';

interface Speed {
  /** Of 10^9 a second. */
  readonly gflops: number | null;
  readonly counts: Counts;
}

interface SpeedColumn {
  readonly title: string;
  readonly cell: (speed: Speed) => string;
}

/** The column of some speeds in a table: GFLOPS, or speeds with their units where not all of them count FLOPs. */
export function speedColumn(speeds: readonly Speed[]): SpeedColumn {
  const isOfFlops = speeds.every(({ gflops, counts }) => gflops === null || counts === 'flops');
  const cell = ({ gflops, counts }: Speed): string => {
    if (gflops === null) return '-';
    return isOfFlops ? formatGflops(1e9 * gflops) : formatSpeed(1e9 * gflops, counts);
  };
  return { title: isOfFlops ? 'GFLOPS' : 'speed', cell };
}
