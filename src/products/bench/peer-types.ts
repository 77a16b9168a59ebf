import { resultOf, storeError, weightsOf, type DType } from '../../ir/tensor.js';
import type { Peer } from './peer.js';

/** Whatever has a type of elements and a tail. */
interface TypedShape {
  readonly dtype: DType;
  readonly epilogue: readonly string[];
}

/** The types of a workload as the drivers of oneDNN take them (native/bench/onednn_types.h). */
export function typeWords({ dtype, epilogue }: TypedShape): readonly string[] {
  const zero = epilogue.map(zeroPoint).find((found) => found !== undefined);
  const result = zero === undefined ? resultOf(dtype) : dtype;
  return [
    ...[`data=${dtype}`, `weights=${weightsOf(dtype)}`, `result=${result}`],
    ...(zero === undefined ? [] : [`zero=${zero}`]),
  ];
}

/** Results of few bits are rounded once. */
export function roundingOf({ dtype }: TypedShape): Pick<Peer, 'rounding'> {
  return { rounding: storeError(resultOf(dtype)) };
}

/** The steps of a tail that drivers compute, too. */
export function isOfPeers(step: string): boolean {
  return zeroPoint(step) !== undefined;
}

/** Of a requantisation; undefined where it is read. */
function zeroPoint(step: string): number | undefined {
  const [name, zero = '0'] = step.split(':');
  return name === 'requantize' && zero !== 'each' ? Number(zero) : undefined;
}
