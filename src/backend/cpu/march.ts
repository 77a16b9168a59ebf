import { askCompiler, formatCommand } from '../../measure/c-compiler.js';
import { elementType } from '../../elements/registry.js';
import type { ElementType } from '../../elements/element-type.js';
import { isValueType, type DType } from '../../ir/tensor.js';
import { cpuVendor } from '../../target/cpu-features.js';
import { UsageError } from '../../target/errors.js';
import { nearest } from '../../target/nearest.js';
import type { CpuVectors } from './isa/cpu-vectors.js';
import { levelNames, levelOf } from './isa/levels.js';
import { instructionsOf } from './isa/macros.js';
import type { InstructionSet } from './isa/instruction-set.js';
import { setsOf, vectorsOf } from './isa/of-cpu.js';
import { cpuMacros } from './macros.js';
import { compilerOf, hostToolchain, type Toolchain } from './toolchains.js';

/**
 * The name of this machine's CPU: on x86 its level, which gcc and LLVM both know, and the instruction sets beyond that
 * which it has for some types of elements, `x86-64-v4+avx512vnni`; on Arm what they call it.
 */
export function hostCpu(types: readonly DType[]): string {
  const toolchain = hostToolchain();
  if (toolchain.arch === 'x64') {
    const level = levelOf(macros(toolchain, 'native'));
    const narrow = types.filter((type) => !isValueType(type)).map(elementType);
    return narrow.length === 0 ? level : withSets(level, narrow, toolchain);
  }
  const asGcc = askCompiler(['-mcpu=native', '-Q', '--help=target']);
  const asClang = askCompiler(['-mcpu=native', '-###', '-E', '-x', 'c', '/dev/null']);
  return nameFromHelp(asGcc.stdout) ?? nameFromCommands(asClang.stderr) ?? toolchain.anyCpu;
}

/** A level, with those sets that speed this machine up on elements of some types, in its widest vectors. */
function withSets(level: string, narrow: readonly ElementType[], toolchain: Toolchain): string {
  const { bytes } = vectorsOfCpu(toolchain, level);
  const [here, ofLevel] = [macros(toolchain, 'native'), macros(toolchain, level)];
  const vendor = cpuVendor() ?? '';
  const added = setsOf(toolchain.arch).filter(
    ({ features, operations, matrices, slowOn }) =>
      !slowOn?.includes(vendor) &&
      features.every(({ macro }) => here.has(macro)) &&
      !features.every(({ macro }) => ofLevel.has(macro)) &&
      [...operations.filter(({ bytes: sizes }) => sizes.includes(bytes)), ...(matrices?.products ?? [])].some(
        ({ types }) => narrow.some((type) => types.includes(type)),
      ),
  );
  const others = added.filter((set) => !added.some((one) => one !== set && hasAllOf(one, set)));
  return [level, ...others.map(({ name }) => name)].join('+');
}

/** Whether a set has the operations of another one, so that its name stands for both. */
function hasAllOf({ operations }: InstructionSet, set: InstructionSet): boolean {
  return set.operations.length > 0 && set.operations.every((operation) => operations.includes(operation));
}

/** The x86-64 levels whose kernels run on this machine, the best first; none on other machines. */
export function runnableLevels(): readonly string[] {
  if (hostToolchain().arch !== 'x64') return [];
  return levelNames.filter((name) => missingHere(name).length === 0);
}

/**
 * The CPU in the output of gcc -mcpu=native -Q --help=target.
 *
 * @internal Tests read what other compilers print.
 */
export function nameFromHelp(help: string): string | undefined {
  return /^\s*-mcpu=\s+([\w.+-]+)\s*$/m.exec(help)?.[1];
}

/**
 * The CPU in the commands that clang -mcpu=native -### would run.
 *
 * @internal Tests read what other compilers print.
 */
export function nameFromCommands(commands: string): string | undefined {
  return /"-target-cpu" "([\w.+-]+)"/.exec(commands)?.[1];
}

/**
 * The vectors of a CPU that a toolchain's compiler knows. Throws UsageError with the nearest name for any other,
 * MissingError without compiler.
 */
export function vectorsOfCpu(toolchain: Toolchain, cpu: string): CpuVectors {
  return vectorsOf(cpu, toolchain.arch, macros(toolchain, cpu));
}

/**
 * Instruction sets of a CPU of this machine's architecture that it lacks, `AVX512F`; empty when its kernels run here.
 */
export function missingHere(cpu: string): readonly string[] {
  const toolchain = hostToolchain();
  const here = macros(toolchain, 'native');
  return [...macros(toolchain, cpu)]
    .filter((macro) => !here.has(macro))
    .flatMap((macro) => instructionsOf(macro) ?? []);
}

function macros(toolchain: Toolchain, cpu: string): ReadonlySet<string> {
  const answer = cpuMacros(toolchain, cpu);
  if (!('choices' in answer)) return answer;
  const choices = [...answer.choices, ...extended(cpu, toolchain)];
  const hint = answer.choices.length > 0 ? `; the nearest that it knows is "${nearest(cpu, choices)}"` : '';
  throw new UsageError(
    `${formatCommand(compilerOf(toolchain).command)} does not know the CPU "${cpu}" of the target${hint}.`,
  );
}

/** Names of a CPU with an instruction set behind it, where a name has something there. */
function extended(cpu: string, { arch }: Toolchain): readonly string[] {
  const end = cpu.lastIndexOf('+');
  return end < 0 ? [] : setsOf(arch).map(({ name }) => `${cpu.slice(0, end)}+${name}`);
}
