import { MissingError, UsageError } from '../../target/errors.js';
import type { SimtTarget } from '../../target/target.js';
import type { Options } from '../target-string.js';
import { gpuOf } from './architectures.js';
import { askDriver } from './host-gpu.js';

/** A GPU of NVIDIA's. `arch` is its architecture as nvcc's -arch has it, `sm_90`. */
export interface CudaTarget extends SimtTarget {
  readonly kind: 'cuda';
}

/**
 * `cuda` (the GPU of this machine), `cuda -arch=sm_90`. Throws UsageError for an unknown one, MissingError where none
 * is named or here.
 */
export function parseCuda(options: Options, threads: number | undefined): CudaTarget {
  if (threads !== undefined)
    throw new UsageError(
      '--threads applies to CPU targets only: leave it out, since knobs choose the threads of CUDA templates.',
    );
  const named = options.get('arch');
  const gpu = gpuOf(named === undefined || named === 'native' ? hostArchitecture() : named);
  return { kind: 'cuda', model: 'simt', arch: gpu.arch, gpu };
}

export function formatCuda({ arch }: CudaTarget): string {
  return `cuda -arch=${arch}`;
}

function hostArchitecture(): string {
  const answer = askDriver();
  if (!('missing' in answer)) return answer.arch;
  throw new MissingError(
    `No GPU answers here, since ${answer.missing}: name its architecture, as in --target "cuda -arch=sm_90" (\`tune <operator>\` builds without a GPU under --dry-run).`,
  );
}
