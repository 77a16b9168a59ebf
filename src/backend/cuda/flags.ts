import { hasVariant } from './architectures.js';

/**
 * Options that nvcc and NVRTC share: code of one architecture, with what ptxas finds each function to need. What only
 * the architecture itself has (wgmma, setmaxnreg) asks for its variant `a`, whose cubins run on it alone, as those of
 * every cubin here do.
 */
export function cudaFlags(arch: string): readonly string[] {
  const variant = hasVariant(arch) ? `${arch}a` : arch;
  return [`-arch=${variant}`, '-std=c++17', '--ptxas-options=-v', '-w'];
}

/** Those of nvcc alone, too: it makes cubins. */
export function nvccFlags(arch: string): readonly string[] {
  return ['-cubin', '-O3', ...cudaFlags(arch)];
}
