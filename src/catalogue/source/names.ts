/** What may stand in a spec, so that names, values and flags can say nothing that they should not. */

/** A name of C that is not one of those that begin with an underscore, which belong to compilers. */
export const cName = /^[A-Za-z]\w{0,63}$/;

const keywords = new Set(
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while'.split(
    ' ',
  ),
);

/** What is wrong with a name that a macro, function, argument or size is to have, as a clause. */
export function nameProblem(name: string): string | undefined {
  if (!cName.test(name)) return 'it must be a name of C: letters, digits and _, a letter first';
  if (keywords.has(name)) return 'it is a word that C has for itself';
  if (name.startsWith('tune_')) return 'names that begin with tune_ are for the code around the kernel';
  return undefined;
}

/** Values of macros: numbers, names, types. Nothing that ends a line, a statement or a text. */
export const macroValue = /^(?=.{1,64}$)[\w.+-]+( [\w.+-]+)*$/;

/**
 * Options that change how code is generated: optimizations, the machine, the language's version, macros, warnings,
 * libraries. None that names a file, writes one, loads a plugin, starts a program or asks the linker for anything.
 */
const allowed: readonly RegExp[] = [
  /^-O([0-3sgz]|fast)?$/,
  /^-f(?!plugin|dump|save|profile|auto-profile|opt-info|callgraph|stack-usage|compare-debug|diagnostics|file-prefix|macro-prefix|lto|use-ld|working-directory|crash|module|embed|syntax|message|random-seed|test-coverage|proc-stat|time-trace|xray)[a-z0-9][\w+=.,-]*$/,
  /^-m(?!llvm|relocatable)[a-z0-9][\w+=.,-]*$/,
  /^--param=[a-z0-9-]+=\d+$/,
  /^-std=[a-z0-9+]+$/,
  /^-[DU][A-Za-z]\w*(=[\w.+-]*)?$/,
  /^-W[a-z0-9][a-z0-9=+-]*$/,
  /^-(g|w|pthread)$/,
  /^-l[A-Za-z0-9_]+$/,
];

/** A text of flags as its words. */
export function wordsOf(flags: string): readonly string[] {
  return flags.split(' ').filter((word) => word !== '');
}

/** What is wrong with a flag, as a clause. */
export function flagProblem(flag: string, language: 'c' | 'cuda'): string | undefined {
  if (language !== 'c')
    return 'flags are for C: kernels in CUDA are compiled together, by the same flags; -D is a macro';
  if (allowed.some((one) => one.test(flag))) return undefined;
  return `"${flag.slice(0, 80)}" is no flag that a spec may give, which are -O, -f, -m, -std, -D, -U, -W, -l, --param and -g, and none that names a file`;
}
