/** Names of instruction sets as compilers, kernels and people write them: `avx2`, `__AVX512F__`, `avx512_vnni`. */
const pattern =
  /^_*(s?sse\d?[\d_.]*|avx[\w.]*|fma[34]?|f16c|\w*vnni\w*|amx\w*|neon|asimd\w*|sve2?|i8mm|rvv|simd128)_*$/i;

export function isInstructionSet(text: string): boolean {
  return pattern.test(text);
}
