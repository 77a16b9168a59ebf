import { askGcc } from '../../measure/gcc.js';
import { cpuOption, gccOf, type Toolchain } from './toolchains.js';

/** Names of macros; for a CPU that gcc does not know, the names of those that it knows. */
type Macros = ReadonlySet<string> | { readonly choices: readonly string[] };

/** By toolchain and name of the CPU. */
const asked = new Map<Toolchain, Map<string, Macros>>();

/**
 * The macros that a toolchain's gcc predefines for a CPU (`native`: this one), which tell its instruction sets. Asked
 * once in a process. Throws MissingError without gcc.
 */
export function cpuMacros(toolchain: Toolchain, cpu: string): Macros {
  const known = asked.get(toolchain) ?? new Map<string, Macros>();
  asked.set(toolchain, known);
  const macros = known.get(cpu) ?? askMacros(toolchain, cpu);
  known.set(cpu, macros);
  return macros;
}

function askMacros(toolchain: Toolchain, cpu: string): Macros {
  const answer = askGcc([cpuOption(toolchain, cpu), '-dM', '-E', '-x', 'c', '/dev/null'], gccOf(toolchain));
  return answer.ok ? readMacros(answer.stdout) : { choices: readChoices(answer.stderr) };
}

function readMacros(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^#define (\w+)/gm), ([, name = '']) => name));
}

/** gcc lists what it knows in a note: "valid arguments to '-march=' switch are: nocona core2 …". */
function readChoices(message: string): readonly string[] {
  const list = /valid arguments (?:to|are)[^:]*: ([^;\n]*)/.exec(message)?.[1] ?? '';
  return list.split(' ').filter((name) => name !== '' && name !== 'native');
}
