import { askCompiler } from '../../measure/c-compiler.js';
import { cpuOptions } from './cpu-options.js';
import { readCpuName } from './isa/of-cpu.js';
import { compilerOf, type Toolchain } from './toolchains.js';

/** Names of macros; for a CPU that the compiler does not know, the names of those that it knows. */
type Macros = ReadonlySet<string> | { readonly choices: readonly string[] };

/** By toolchain and name of the CPU. */
const asked = new Map<Toolchain, Map<string, Macros>>();

/** Unknown names after which its list is believed: a log may name thousands, and asking for one is a process. */
const ENOUGH = 16;

/**
 * The macros that a toolchain's compiler predefines for a CPU (`native`: this one), which name its instruction sets.
 * Asked once in a process. Throws MissingError without a compiler.
 */
export function cpuMacros(toolchain: Toolchain, cpu: string): Macros {
  const known = asked.get(toolchain) ?? new Map<string, Macros>();
  asked.set(toolchain, known);
  const macros = known.get(cpu) ?? refusedByList(known, nameIn(toolchain, cpu)) ?? askMacros(toolchain, cpu);
  known.set(cpu, macros);
  return macros;
}

/** What a compiler would say that has said often enough which CPUs it knows, and does not know this one. */
function refusedByList(known: ReadonlyMap<string, Macros>, name: string): Macros | undefined {
  const refusals = [...known.values()].filter((answer) => 'choices' in answer);
  const last = refusals.at(-1);
  if (refusals.length < ENOUGH || !last || last.choices.length === 0) return undefined;
  return name === 'native' || last.choices.includes(name) ? undefined : last;
}

/** What must be in the compiler's list: on Arm a name may have extensions of its own behind it. */
function nameIn({ arch }: Toolchain, cpu: string): string {
  const { name } = readCpuName(cpu, arch);
  return arch === 'arm64' ? name.split('+')[0]! : name;
}

function askMacros(toolchain: Toolchain, cpu: string): Macros {
  const answer = askCompiler(
    [...cpuOptions(toolchain, cpu), '-dM', '-E', '-x', 'c', '/dev/null'],
    compilerOf(toolchain),
  );
  return answer.ok ? readMacros(answer.stdout) : { choices: readChoices(answer.stderr) };
}

function readMacros(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^#define (\w+)/gm), ([, name = '']) => name));
}

/**
 * What it knows is listed in a note: gcc writes "valid arguments to '-march=' switch are: nocona core2 …", clang "valid
 * target CPU values are: nocona, core2, …".
 */
function readChoices(message: string): readonly string[] {
  const list = /valid (?:arguments|target CPU values)[^:]*: ([^;\n]*)/.exec(message)?.[1] ?? '';
  return list.split(/[ ,]+/).filter((name) => name !== '' && name !== 'native');
}
