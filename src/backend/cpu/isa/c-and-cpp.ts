/** Masked loads and stores of half a vector and less: gcc has them of floats, clang of vectors, and C++ of no void. */
const masked = /(__builtin_ia32_(?:load|store)ups(128|256)_mask\()\((?:const )?void \*\)p/g;

/** Texts of operations in C as texts that are C++, too. */
export function asCAndCpp(helpers: readonly string[]): string[] {
  const texts = helpers.map((text) =>
    text.replace(masked, (_, call: string, bits: string) => `${call}MASKED(v${Number(bits) / 32}) p`),
  );
  const macro = '#ifdef __clang__\n#define MASKED(type) (type *)\n#else\n#define MASKED(type)\n#endif';
  return texts.join() === helpers.join() ? texts : [macro, ...texts];
}
