import { machine } from '../../target/machine.js';
import { boundThreads } from '../../target/threads.js';
import { valueType, type DType } from '../../ir/tensor.js';
import { chainFlags } from './chains.js';
import { cpuOptions } from './cpu-options.js';
import { measureFigures } from './native-figures.js';
import type { CpuTarget } from './target.js';
import { hostToolchain } from './toolchains.js';

/**
 * The multiply-add peak of this machine on a target's vectors and threads, in operations a second on elements of a type
 * (float32 where none is given): a loop of independent multiply-adds, or dot products (native/peak.c), compiled and run
 * now, which takes about half a second. What share of it a kernel reaches says how much is left to gain. Throws
 * MissingError without a compiler, WorkError when the program is not for this machine.
 */
export async function measurePeak(target: CpuTarget, dtype: DType = valueType): Promise<number> {
  // More threads than cores do not raise the peak.
  const threads = Math.min(target.threads, machine().cores);
  const [gflops] = await measureFigures({
    what: 'peak',
    source: 'peak.c',
    flags: ['-fopenmp', ...cpuOptions(hostToolchain(), target.arch), ...chainFlags(target.vector, dtype)],
    args: [`${threads}`],
    env: boundThreads(threads),
  });
  return gflops! * 1e9;
}
