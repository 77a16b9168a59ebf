/**
 * Options that nvcc and NVRTC share: code of one architecture, with what ptxas finds each function to need. What only
 * the architecture itself has (wgmma, setmaxnreg) asks for its variant `a`, whose cubins run on it alone, as those of
 * every cubin here do.
 */
export function cudaFlags(arch: string): readonly string[] {
  const variant = ['sm_90', 'sm_100', 'sm_103', 'sm_110', 'sm_120', 'sm_121'].includes(arch) ? `${arch}a` : arch;
  return [`-arch=${variant}`, '-std=c++17', '--ptxas-options=-v', '-w'];
}
