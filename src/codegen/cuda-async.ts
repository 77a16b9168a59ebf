/**
 * Copies from global to shared memory that a thread does not wait for (cp.async, PTX ISA 7.0, sm_80): they fill what the next iteration reads while
 * this one computes. Older architectures, and the CPU, copy at once.
 */

/** Definitions of `copy_async4`, … (bytes), which copy or, where there is nothing, clear, and of `wait_copies`, after which a thread's copies are made. */
export const asyncHelpers: readonly string[] = [
  ...([4, 8, 16] as const).map(copyHelper),
  `static __device__ inline void wait_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}`,
];

/** 16 bytes are kept in the L2 cache only: nobody else on this multiprocessor reads them. */
function copyHelper(bytes: 4 | 8 | 16): string {
  const [type, zero] = {
    4: ['float', '0.0f'],
    8: ['float2', 'make_float2(0.0f, 0.0f)'],
    16: ['float4', 'make_float4(0.0f, 0.0f, 0.0f, 0.0f)'],
  }[bytes];
  return `static __device__ inline void copy_async${bytes}(void *to, const void *from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.${bytes === 16 ? 'cg' : 'ca'}.shared.global [%0], [%1], ${bytes}, %2;" ::
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? ${bytes} : 0) : "memory");
#else
  *(${type} *)to = there ? *(const ${type} *)from : ${zero};
#endif
}`;
}
