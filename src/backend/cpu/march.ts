import { askCompiler, formatCommand } from '../../measure/c-compiler.js';
import { UsageError } from '../../target/errors.js';
import { nearest } from '../../target/nearest.js';
import type { VectorUnit } from '../../target/target.js';
import { cpuMacros } from './macros.js';
import { compilerOf, hostToolchain, type Toolchain } from './toolchains.js';

/** What each x86-64 level adds (System V ABI), as far as compilers tell it by macros; the best level comes first. */
const levels: readonly (readonly [name: string, macros: readonly string[]])[] = [
  ['x86-64-v4', ['__AVX512F__', '__AVX512BW__', '__AVX512CD__', '__AVX512DQ__', '__AVX512VL__', '__AVX2__', '__FMA__']],
  ['x86-64-v3', ['__AVX2__', '__FMA__', '__F16C__', '__BMI__', '__BMI2__', '__LZCNT__', '__MOVBE__']],
  ['x86-64-v2', ['__SSE4_2__', '__SSSE3__', '__POPCNT__']],
];

/** Instruction sets that a compiler may draw on for a float kernel, as its macros name them. */
const instructionSets =
  /^__(SSE3|SSSE3|SSE4_1|SSE4_2|POPCNT|AVX|AVX2|FMA|FMA4|XOP|F16C|BMI|BMI2|LZCNT|MOVBE|AVX512\w*?|ARM_FEATURE_\w+?)__$/;

/** The name of this machine's CPU: on x86 its level, which gcc and LLVM both know; on Arm what they call it. */
export function hostCpu(): string {
  const toolchain = hostToolchain();
  if (toolchain.arch === 'x64') return levelOf(macros(toolchain, 'native'));
  const asGcc = askCompiler(['-mcpu=native', '-Q', '--help=target']);
  const asClang = askCompiler(['-mcpu=native', '-###', '-E', '-x', 'c', '/dev/null']);
  return nameFromHelp(asGcc.stdout) ?? nameFromCommands(asClang.stderr) ?? toolchain.anyCpu;
}

/** The highest x86-64 level among macros. */
export function levelOf(macros: ReadonlySet<string>): string {
  return levels.find(([, needed]) => needed.every((macro) => macros.has(macro)))?.[0] ?? 'x86-64';
}

/** The x86-64 levels whose kernels run on this machine, the best first; none on other machines. */
export function runnableLevels(): readonly string[] {
  if (hostToolchain().arch !== 'x64') return [];
  return levels.map(([name]) => name).filter((name) => missingHere(name).length === 0);
}

/** The CPU in the output of gcc -mcpu=native -Q --help=target. */
export function nameFromHelp(help: string): string | undefined {
  return /^\s*-mcpu=\s+([\w.+-]+)\s*$/m.exec(help)?.[1];
}

/** The CPU in the commands that clang -mcpu=native -### would run. */
export function nameFromCommands(commands: string): string | undefined {
  return /"-target-cpu" "([\w.+-]+)"/.exec(commands)?.[1];
}

/**
 * The vector unit of a CPU that a toolchain's compiler knows. Throws UsageError with the nearest name for any other,
 * MissingError without compiler.
 */
export function vectorUnit(toolchain: Toolchain, cpu: string): VectorUnit {
  return unitOf(macros(toolchain, cpu));
}

/** The vector unit that macros tell of. */
export function unitOf(macros: ReadonlySet<string>): VectorUnit {
  if (macros.has('__AVX512F__')) return { lanes: 16, registers: 32, masks: true };
  if (macros.has('__AVX__')) return { lanes: 8, registers: 16, masks: false };
  return { lanes: 4, registers: macros.has('__aarch64__') ? 32 : 16, masks: false };
}

/**
 * Instruction sets of a CPU of this machine's architecture that it lacks, `AVX512F`; empty when its kernels run here.
 */
export function missingHere(cpu: string): readonly string[] {
  const toolchain = hostToolchain();
  const here = macros(toolchain, 'native');
  return [...macros(toolchain, cpu)]
    .filter((macro) => instructionSets.test(macro) && !here.has(macro))
    .map((macro) => macro.slice(2, -2));
}

function macros(toolchain: Toolchain, cpu: string): ReadonlySet<string> {
  const answer = cpuMacros(toolchain, cpu);
  if (!('choices' in answer)) return answer;
  const hint = answer.choices.length > 0 ? `; the nearest that it knows is "${nearest(cpu, answer.choices)}"` : '';
  throw new UsageError(
    `${formatCommand(compilerOf(toolchain).command)} does not know the CPU "${cpu}" of the target${hint}.`,
  );
}
