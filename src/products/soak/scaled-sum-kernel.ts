/** Kernels written by hand, C = 2 A + B, right ones and those that faults are put into. */
import { valueType } from '../../ir/tensor.js';
import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { CpuKernel } from '../../backend/cpu/cpu-kernel.js';

/**
 * Elements of every tensor: no multiple of a vector or a page.
 *
 * @internal Tests and soak scripts fill the tensors of these kernels.
 */
export const count = 1003;

/** A kernel C = 2 A + B, whose body is given; `before` goes in front of it. */
export function kernel(body: string, before = '', extra: Partial<CpuKernel> & { packed?: number } = {}): CpuKernel {
  const { packed = 0, ...rest } = extra;
  const arg = (name: string, role: 'input' | 'output', packedBytes = 0): DeviceKernel['args'][number] => {
    return { name, shape: [17, 59], dtype: valueType, role, packedBytes };
  };
  return {
    language: 'c',
    source: `${before}
void kernel(void *const *args, void *workspace) {
  const float *A = args[0], *B = args[1];
  float *C = args[2];
  const long n = ${count};
  (void)A, (void)B, (void)C, (void)n, (void)workspace;
  ${body}
}
`,
    args: [arg('A', 'input'), arg('B', 'input', packed), arg('C', 'output')],
    workspaceBytes: 0,
    openmp: false,
    requires: [],
    ...rest,
  };
}

export const loop = 'for (long i = 0; i < n; i++) C[i] = 2 * A[i] + B[i];';

/** A right kernel whose source differs from that of any other number. */
export function variant(number: number): CpuKernel {
  return kernel(`/* ${number} */ ${loop}`);
}
