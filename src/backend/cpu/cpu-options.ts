import { readCpuName } from './isa/of-cpu.js';
import type { Toolchain } from './toolchains.js';

/** The compiler's options for a CPU by its name, `native` for the one that is here. */
export function cpuOptions({ cpuOption, arch, anyCpu }: Toolchain, cpu: string): readonly string[] {
  const { name, added } = readCpuName(cpu, arch);
  const extensions = added.map(({ extension }) => extension ?? '').join('');
  const options = added.flatMap(({ extension, options }) => (extension === undefined ? options : []));
  // GNU's assembler has usdot of ARMv8.2 and later only, which a CPU without a name is not.
  if (name === anyCpu && extensions !== '') return [`-march=armv8.2-a${extensions}`, ...options];
  return [`${cpuOption}=${name}${extensions}`, ...options];
}
