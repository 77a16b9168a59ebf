import { machine } from '../../target/machine.js';
import { boundThreads } from '../../target/threads.js';
import { cpuOptions } from './cpu-options.js';
import { measureFigures } from './native-figures.js';
import type { CpuTarget } from './target.js';
import { hostToolchain } from './toolchains.js';

/**
 * The multiply-add peak of this machine on a target's vectors and threads, in FLOP/s: a loop of independent
 * multiply-adds (native/peak.c), compiled and run now, which takes about half a second. What share of it a kernel
 * reaches says how much is left to gain. Throws MissingError without a compiler, WorkError when the program is not for
 * this machine.
 */
export async function measurePeak(target: CpuTarget): Promise<number> {
  // More threads than cores do not raise the peak.
  const threads = Math.min(target.threads, machine().cores);
  const [gflops] = await measureFigures({
    what: 'peak',
    source: 'peak.c',
    flags: ['-fopenmp', ...cpuOptions(hostToolchain(), target.arch), `-DLANES=${target.vector.lanes}`],
    args: [`${threads}`],
    env: boundThreads(threads),
  });
  return gflops! * 1e9;
}
