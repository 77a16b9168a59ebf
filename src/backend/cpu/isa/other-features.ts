/** Features of CPUs that no table has operations of, which compilers may use all the same. */
import { arm } from './hwcap.js';
import type { CpuFeature } from './instruction-set.js';

/** By the name that gcc and clang ask for. */
const x86 = (name: string, macro: string, asked: string): CpuFeature => ({
  ...{ name, macro, test: `__builtin_cpu_supports("${asked}")` },
});

export const otherFeatures: readonly CpuFeature[] = [
  x86('pni', '__SSE3__', 'sse3'),
  x86('ssse3', '__SSSE3__', 'ssse3'),
  x86('sse4_1', '__SSE4_1__', 'sse4.1'),
  x86('sse4_2', '__SSE4_2__', 'sse4.2'),
  x86('popcnt', '__POPCNT__', 'popcnt'),
  x86('fma4', '__FMA4__', 'fma4'),
  x86('xop', '__XOP__', 'xop'),
  x86('bmi1', '__BMI__', 'bmi'),
  x86('bmi2', '__BMI2__', 'bmi2'),
  // They come with AVX2.
  { name: 'abm', macro: '__LZCNT__' },
  { name: 'movbe', macro: '__MOVBE__' },
  x86('avx512cd', '__AVX512CD__', 'avx512cd'),
  x86('avx512dq', '__AVX512DQ__', 'avx512dq'),
  x86('avx512vbmi', '__AVX512VBMI__', 'avx512vbmi'),
  x86('avx512ifma', '__AVX512IFMA__', 'avx512ifma'),
  x86('avx512_vpopcntdq', '__AVX512VPOPCNTDQ__', 'avx512vpopcntdq'),
  x86('avx512_vbmi2', '__AVX512VBMI2__', 'avx512vbmi2'),
  x86('avx512_bitalg', '__AVX512BITALG__', 'avx512bitalg'),
  arm('atomics', '__ARM_FEATURE_ATOMICS', 'AT_HWCAP', 8),
  arm('asimdhp', '__ARM_FEATURE_FP16_VECTOR_ARITHMETIC', 'AT_HWCAP', 10),
  arm('asimdrdm', '__ARM_FEATURE_QRDMX', 'AT_HWCAP', 12),
  arm('sve', '__ARM_FEATURE_SVE', 'AT_HWCAP', 22),
  arm('sve2', '__ARM_FEATURE_SVE2', 'AT_HWCAP2', 1),
];
