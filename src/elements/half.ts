/** The two formats of 16 bits: what float16 and bfloat16 have in common. */
import type { CudaElements, ElementType, KernelElements } from './element-type.js';
import { bitsOf, numberOf, type BinaryFormat } from './rounding.js';
import { matrixSum } from './sum-errors.js';

type Half = Pick<
  ElementType,
  'bytes' | 'kind' | 'limits' | 'unitRoundoff' | 'storeError' | 'read' | 'write' | 'numpy' | 'typedArray'
>;

/** Its numbers and how they lie in memory. */
export function halfType(format: BinaryFormat): Half {
  const { largest, fractionBits } = format;
  const unitRoundoff = 2 ** -(fractionBits + 1);
  let numbers: Float64Array | undefined;
  return {
    ...{ bytes: 2, kind: 'floating', limits: [-largest, largest], unitRoundoff, storeError: unitRoundoff },
    read: (view, at) => (numbers ??= allNumbers(format))[view.getUint16(at, true)]!,
    write: (view, at, value) => {
      view.setUint16(at, bitsOf(value, format), true);
    },
    ...{ numpy: 'uint16', typedArray: 'Uint16Array' },
  };
}

function allNumbers(format: BinaryFormat): Float64Array {
  return Float64Array.from({ length: 2 ** 16 }, (_, bits) => numberOf(bits, format));
}

/** What kernels need of it: sums are kept in float32, two elements in a word. */
export function halfKernels(
  conversion: Omit<KernelElements['conversion'], 'memory'>,
  cuda: CudaElements,
): KernelElements {
  return {
    accumulator: 'float32',
    sumVariance: matrixSum(2),
    drawn: [-1, 1],
    poison: [0xffff, 0xffff],
    conversion: { memory: 'uint16_t', ...conversion },
    cuda,
  };
}

/** A function of a struct of CUDA's: two floats in the halves of a word, the first in the lower. */
export function pairText(type: string, ptx: string): string {
  return `  static __device__ unsigned pair(float low, float high) {
#if __CUDA_ARCH__ >= 800
    unsigned both;
    asm("cvt.rn.${ptx}.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    ${type} a, b;
    a = low;
    b = high;
    return a.bits | (unsigned)b.bits << 16;
#endif
  }`;
}
