/** Which flags of a compiler somebody may name who is not trusted with more than code. */

/** Begin names of `-f…` that read or write a file, load a plugin, reach the linker, or need a runtime of their own. */
const touching =
  'plugin pass-plugin dump save profile cs-profile memory-profile auto-profile coverage test-coverage optimization-record opt-info callgraph stack-usage compare-debug diagnostics dep pch preprocessed directives debug file-prefix macro-prefix lto thin offload use-ld working-directory crash module prebuilt build-session embed syntax message random proc-stat time-trace xray sanitize sycl gnu-tm openmp-host ada'
    .split(' ')
    .join('|');

/** Those of `-f…` that have a word for a value; of all others it is a number, or numbers with colons between them. */
const worded =
  'fp-contract|fp-model|excess-precision|vect-cost-model|simd-cost-model|ira-algorithm|ira-region|reorder-blocks-algorithm|stack-reuse|tls-model|visibility|veclib|denormal-fp-math|cf-protection|openmp';

/**
 * Options that change how code is generated: optimizations, the machine, the language's version, macros, warnings,
 * libraries. None that names a file, writes one, loads a plugin, starts a program or asks the linker for anything.
 */
const allowed: readonly RegExp[] = [
  /^-O([0-3sgz]|fast)?$/,
  new RegExp(`^-f(?!${touching})[a-z0-9][a-z0-9+-]*(=\\d+(:\\d+){0,3})?$`),
  /^-fprefetch-loop-arrays$/,
  new RegExp(`^-f(${worded})=[a-zA-Z0-9,-]+$`),
  /^-m(?!llvm|relocatable|linker|dump|exec|record)[a-z0-9][\w+=.,-]*$/,
  /^--param=[a-z0-9-]+=\d+$/,
  /^-std=[a-z0-9+]+$/,
  /^-[DU][A-Za-z]\w*(=[\w.+-]*)?$/,
  /^-W[a-z0-9][a-z0-9=+-]*$/,
  /^-(g|w|pthread)$/,
  /^-l[A-Za-z0-9_]+$/,
];

/** What is wrong with a flag, as a clause. */
export function flagProblem(flag: string, language: 'c' | 'cuda'): string | undefined {
  if (language !== 'c')
    return 'flags are for C: kernels in CUDA are compiled together, by the same flags; -D is a macro';
  if (allowed.some((one) => one.test(flag))) return undefined;
  return `"${flag.slice(0, 80)}" is no flag that a spec may give, which are -O, -f, -m, -std, -D, -U, -W, -l, --param and -g, and none that names a file`;
}
