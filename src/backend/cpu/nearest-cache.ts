import type { CacheRates } from '../target-kind.js';
import { boundThreads } from '../../target/threads.js';
import { cpuOptions } from './cpu-options.js';
import { measureFigures } from './native-figures.js';
import { hostTarget } from './target.js';
import { hostToolchain } from './toolchains.js';

/**
 * What a core of this machine loads from its nearest cache and stores to it (native/nearest-cache.c), on its widest
 * vectors, whatever the target: source may be compiled for more than that. Takes about a second. Throws as
 * `measurePeak`.
 */
export async function measureNearestCache(): Promise<CacheRates> {
  const { arch, vector } = hostTarget(1);
  const [loads, stores] = await measureFigures({
    what: 'nearest cache',
    source: 'nearest-cache.c',
    flags: [...cpuOptions(hostToolchain(), arch), `-DLANES=${vector.lanes}`],
    args: [],
    env: boundThreads(1),
  });
  return { loads: loads! * 1e9, stores: stores! * 1e9 };
}
