/** Whole numbers of so many bits: what all of these types have in common. */
import type { ElementType, KernelElements } from './element-type.js';
import { roundHalfEven } from './rounding.js';
import { exactSum } from './sum-errors.js';

/** The largest number up to which JavaScript has every whole one. */
const LARGEST = 2 ** 53;

/** For attributes: ONNX says "to the end" by the largest int64, which no number of JavaScript is. */
export function clampInteger(value: bigint | number): number {
  return Math.min(LARGEST, Math.max(-LARGEST, Number(value)));
}

/** What a view of memory calls a type. */
type ViewName = 'Int8' | 'Int16' | 'Int32' | 'Uint8' | 'Uint16' | 'Uint32';

type WholeFacts = Pick<
  ElementType,
  'bytes' | 'bits' | 'kind' | 'limits' | 'unitRoundoff' | 'storeError' | 'read' | 'write' | 'typedArray'
>;

/** A signed or unsigned integer of so many bytes, 4 at most; `bits`: where fewer are its own. */
export function wholeType(view: ViewName, bits = Number(view.replace(/\D/g, ''))): WholeFacts {
  const width = Number(view.replace(/\D/g, ''));
  const [least, largest] = view.startsWith('U') ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  return {
    ...{ bytes: width / 8, kind: 'whole', limits: [least, largest], unitRoundoff: 0, storeError: 0 },
    ...(bits < width ? { bits } : {}),
    read: (memory, at) => memory[`get${view}`](at, true),
    write: (memory, at, value) => {
      memory[`set${view}`](at, Math.min(largest, Math.max(least, roundHalfEven(value))), true);
    },
    typedArray: `${view}Array`,
  };
}

/** One of 8 bytes. */
export function wideType(view: 'BigInt64' | 'BigUint64'): WholeFacts {
  const isSigned = view === 'BigInt64';
  const limits = isSigned ? ([-(2 ** 63), 2 ** 63 - 1] as const) : ([0, 2 ** 64 - 1] as const);
  const [least, largest] = isSigned ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  return {
    ...{ bytes: 8, kind: 'whole', limits, unitRoundoff: 0, storeError: 0 },
    read: (memory, at) => Number(memory[`get${view}`](at, true)),
    write: (memory, at, value) => {
      memory[`set${view}`](at, saturated(value, least, largest), true);
    },
    typedArray: `${view}Array`,
  };
}

function saturated(value: number, least: bigint, largest: bigint): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value <= Number(least)) return least;
  return value >= Number(largest) ? largest : BigInt(roundHalfEven(value));
}

/** Operands and sums of integers: a sum of products is kept in int32, where it is exact while it fits. */
export function wholeKernels(memory: string, bits: number, drawn: KernelElements['drawn']): KernelElements {
  const isSigned = memory.startsWith('int');
  const [least, largest] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  return {
    accumulator: 'int32',
    sumVariance: exactSum,
    drawn,
    // Bits of the least and of the largest number.
    poison: isSigned ? [2 ** (bits - 1), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1],
    conversion: {
      memory,
      toFloat: 'return (float)bits;',
      fromFloat: `if (value != value) return 0;
  if (value <= ${floatText(least)}) return ${intText(least)};
  if (value >= ${floatText(largest)}) return ${intText(largest)};
  return (${memory})whole_of_float(value);`,
    },
  };
}

function floatText(value: number): string {
  return `${value}.0f`;
}

/** C has no negative literals: that of the least int would be beyond it. */
function intText(value: number): string {
  return value === -(2 ** 31) ? '-2147483647 - 1' : String(value);
}
