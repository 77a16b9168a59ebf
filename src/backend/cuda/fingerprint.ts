import { slug } from '../../target/slug.js';
import type { HostGpu } from './host-gpu.js';

/** Of a GPU, with its memory in MiB: `fake-gpu.sm_86.24576m`; where there is none, `gpu`. */
export function gpuFingerprint(of: HostGpu | undefined): string {
  return of === undefined ? 'gpu' : `${slug(of.name)}.${of.arch}.${Math.floor(of.memoryBytes / 2 ** 20)}m`;
}
