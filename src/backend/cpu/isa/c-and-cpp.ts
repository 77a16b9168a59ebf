/** Masked loads and stores of half a vector and less: gcc has them of floats, clang of vectors, and C++ of no void. */
const masked = /(__builtin_ia32_(?:load|store)ups(128|256)_mask\()\((?:const )?void \*\)p/g;

/** The same of whole numbers, of the type `lanes` that their functions define: clang has those of 512 bits of ints. */
const maskedLanes = /(__builtin_ia32_(?:load|store)dqu(si|hi|qi)(128|256|512)_mask\()\((const )?void \*\)p/g;
const laneTypes: Readonly<Record<string, string>> = { si: 'int', hi: 'short', qi: 'char' };

/** Texts of operations in C as texts that are C++, too. */
export function asCAndCpp(helpers: readonly string[]): string[] {
  const floats = helpers.map((text) =>
    text.replace(masked, (_, call: string, bits: string) => `${call}MASKED(v${Number(bits) / 32}) p`),
  );
  const texts = floats.map((text) =>
    text.replace(maskedLanes, (_, call: string, suffix: string, bits: string, constant = '') => {
      const lane = laneTypes[suffix]!;
      const vector = suffix === 'si' && bits === '512' ? lane : 'lanes';
      return `${call}MASKED_LANES(${constant}${lane}, ${constant}${vector}) p`;
    }),
  );
  const floatMacro = '#ifdef __clang__\n#define MASKED(type) (type *)\n#else\n#define MASKED(type)\n#endif';
  const laneMacro =
    '#ifdef __clang__\n#define MASKED_LANES(lane, vector) (vector *)\n#else\n' +
    '#define MASKED_LANES(lane, vector) (lane *)\n#endif';
  return [
    ...(floats.join() === helpers.join() ? [] : [floatMacro]),
    ...(texts.join() === floats.join() ? [] : [laneMacro]),
    ...texts,
  ];
}

/** Vectors in braces: ISO C++ has no `(v16){0}`, and C no `v16{0}`. */
const vectorLiteral = /(?<!\w)\((\w+|__typeof__\(\w+\))\)\{/g;

/** The head of a source in C whose text has been made C++, too, and that text. */
export function withCppHead(text: string): string {
  const both = text.replace(vectorLiteral, 'VECTOR($1){');
  const cpp = ['#ifdef __cplusplus', '#define restrict __restrict__'];
  const macros = ['#define VECTOR(type) type', '#else', '#define VECTOR(type) (type)'];
  return [...cpp, ...(both === text ? [] : macros), '#endif\n\n'].join('\n') + both;
}
