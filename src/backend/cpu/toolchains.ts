/** What builds kernels for CPUs of each architecture, as data: another architecture is another entry. */
import { hostCompiler, type CCompiler } from '../../measure/c-compiler.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';

/** Compiler and C library for CPUs of one architecture, and what runs their programs on other machines. */
export interface Toolchain {
  /** The architecture as LLVM, and gcc in the name of a cross compiler, write it. */
  readonly triple: string;
  /** Other names of the same, vendors (`unknown`, `none`, `pc`) left out. */
  readonly aliases: readonly string[];
  /** As Node names the architecture of a machine. */
  readonly arch: NodeJS.Architecture;
  /**
   * The compiler's option that names the CPU. On Arm -march names only the architecture; on x86 -mcpu is an old name of
   * -mtune.
   */
  readonly cpuOption: '-march' | '-mcpu';
  /** The name that stands for every CPU of this architecture. */
  readonly anyCpu: string;
  /** Debian's packages with the cross compiler and the headers of its C library. */
  readonly packages: string;
  /** The program of qemu-user that runs programs of this architecture. */
  readonly emulator: string;
}

export const toolchains: readonly Toolchain[] = [
  {
    triple: 'x86_64-linux-gnu',
    aliases: ['amd64-linux-gnu'],
    arch: 'x64',
    cpuOption: '-march',
    anyCpu: 'x86-64',
    packages: 'gcc-x86-64-linux-gnu libc6-dev-amd64-cross',
    emulator: 'qemu-x86_64',
  },
  {
    triple: 'aarch64-linux-gnu',
    aliases: ['arm64-linux-gnu'],
    arch: 'arm64',
    cpuOption: '-mcpu',
    anyCpu: 'generic',
    packages: 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross',
    emulator: 'qemu-aarch64',
  },
];

/** This machine's. Throws UsageError on a machine that has none. */
export function hostToolchain(): Toolchain {
  const found = toolchains.find(({ arch }) => arch === process.arch);
  if (found) return found;
  throw new UsageError(`No toolchain for this machine, ${process.arch}, is known: use a machine with ${known()}.`);
}

/**
 * The one that a target names, whose triple may name a vendor, too. A target may come from a log of somebody else's:
 * only triples that are listed here reach a command line. Throws UsageError for any other.
 */
export function toolchainNamed(name: string): Toolchain {
  const plain = name.replace(/-(unknown|none|pc)-/, '-');
  const found = toolchains.find(({ triple, aliases }) => [triple, ...aliases].includes(plain));
  if (found) return found;
  const triples = toolchains.map(({ triple }) => triple);
  const hint = didYouMean(plain, triples, (triple) => `llvm -mtriple=${triple}`);
  throw new UsageError(`No toolchain for "${name}" is known${hint} Known are ${known()}.`);
}

export function isHost({ arch }: Toolchain): boolean {
  return arch === process.arch;
}

/** This machine's own compiler, or a cross compiler of gcc. */
export function compilerOf(toolchain: Toolchain): CCompiler {
  if (isHost(toolchain)) return hostCompiler();
  return { command: [`${toolchain.triple}-gcc`], packages: toolchain.packages };
}

function known(): string {
  return toolchains.map(({ triple }) => triple).join(', ');
}
