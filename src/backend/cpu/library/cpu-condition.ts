/** The instruction sets of a CPU as a condition in C, so that a library never calls what the machine cannot run. */
import { cpuMacros } from '../macros.js';
import type { CpuTarget } from '../target.js';
import { toolchainNamed } from '../toolchains.js';

export interface CpuCondition {
  /** An expression in C; `1` of what every CPU of the architecture is. */
  readonly text: string;
  /** How many instruction sets it asks for. */
  readonly size: number;
}

/**
 * Macros that tell instruction sets of x86, as gcc 12 and clang 16 both ask for them (__builtin_cpu_supports, which
 * asks the operating system, too). Others come with these: no CPU has AVX2 without F16C, LZCNT and MOVBE.
 */
const x86 =
  /^__(SSE3|SSSE3|SSE4_1|SSE4_2|POPCNT|AVX|AVX2|FMA|FMA4|XOP|BMI|BMI2|AVX512(?:F|VL|BW|DQ|CD|VBMI|IFMA|VPOPCNTDQ|VBMI2|VNNI|BITALG|BF16))__$/;

/** The same of AArch64: the bits of getauxval(AT_HWCAP), or AT_HWCAP2, as Linux has them (asm/hwcap.h). */
const arm: Readonly<Record<string, readonly [word: string, bit: number]>> = {
  __ARM_FEATURE_ATOMICS: ['AT_HWCAP', 8],
  __ARM_FEATURE_FP16_VECTOR_ARITHMETIC: ['AT_HWCAP', 10],
  __ARM_FEATURE_QRDMX: ['AT_HWCAP', 12],
  __ARM_FEATURE_DOTPROD: ['AT_HWCAP', 20],
  __ARM_FEATURE_SVE: ['AT_HWCAP', 22],
  __ARM_FEATURE_SVE2: ['AT_HWCAP2', 1],
  __ARM_FEATURE_MATMUL_INT8: ['AT_HWCAP2', 13],
  __ARM_FEATURE_BF16: ['AT_HWCAP2', 14],
};

export function cpuCondition({ triple, arch }: CpuTarget): CpuCondition {
  const macros = cpuMacros(toolchainNamed(triple), arch);
  const names = 'choices' in macros ? [] : [...macros].sort();
  const tests = names.flatMap((macro) => {
    const [word, bit] = arm[macro] ?? [];
    if (word !== undefined) return [`(getauxval(${word}) >> ${bit!} & 1)`];
    const feature = x86.exec(macro)?.[1];
    return feature === undefined ? [] : [`__builtin_cpu_supports("${feature.toLowerCase().replace('4_', '4.')}")`];
  });
  return { text: tests.length > 0 ? tests.join(' && ') : '1', size: tests.length };
}
