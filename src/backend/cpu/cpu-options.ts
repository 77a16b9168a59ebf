import { readCpuName } from './isa/of-cpu.js';
import type { Toolchain } from './toolchains.js';

/** The compiler's options for a CPU by its name, `native` for the one that is here. */
export function cpuOptions({ cpuOption, arch }: Toolchain, cpu: string): readonly string[] {
  const { name, added } = readCpuName(cpu, arch);
  const extensions = added.map(({ extension }) => extension ?? '');
  const options = added.flatMap(({ extension, options }) => (extension === undefined ? options : []));
  return [`${cpuOption}=${name}${extensions.join('')}`, ...options];
}
