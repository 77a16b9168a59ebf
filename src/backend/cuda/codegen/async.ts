/**
 * Copies from global to shared memory that a thread does not wait for (cp.async, PTX ISA 7.0, sm_80): they fill what later iterations read while
 * this one computes. They are made in the order of groups: a thread commits what it asked for as a group, and waits until only so many of its groups are
 * still under way. Older architectures copy at once; the host harness as late as a GPU may.
 */

/** Definitions of `copy_async4`, … (bytes), which copy or, where there is nothing, clear, and of `commit_copies` and `wait_copies`. */
export const asyncHelpers: readonly string[] = [
  ...([4, 8, 16] as const).map(copyHelper),
  `static __device__ inline void commit_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::commit_copies();
#endif
}`,
  `template <int pending> static __device__ inline void wait_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::wait_copies(pending);
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
#elif defined(TUNE_CUDA_HOST_H)
  tune_host::copy_later(to, from, ${bytes}, there);
#else
  *(${type} *)to = there ? *(const ${type} *)from : ${zero};
#endif
}`;
}
