/** Features of Arm's CPUs as Linux reports them. */
import type { CpuFeature } from './instruction-set.js';

/** A bit of getauxval(AT_HWCAP), or AT_HWCAP2, as Linux has them (asm/hwcap.h). */
export const arm = (name: string, macro: string, word: 'AT_HWCAP' | 'AT_HWCAP2', bit: number): CpuFeature => ({
  ...{ name, macro, test: `(getauxval(${word}) >> ${bit} & 1)`, header: 'sys/auxv.h' },
});
