/** What a source of a library says of the CPU and the compiler that it needs, and refuses others by. */
import { labelled } from '../../library/head-comment.js';
import { cpuFeatures } from '../isa/registry.js';
import { flagsOf, type CompiledKernel } from './build-files.js';

/** A source in the folder of a library. */
export interface CompiledFile extends CompiledKernel {
  readonly path: string;
  /** Folders of the headers that it includes. */
  readonly include: readonly string[];
  /** Features that its code may use, as /proc/cpuinfo names them. */
  readonly requires: readonly string[];
}

/** The command that compiles a source, from the folder of its library. */
export function compileLine({ path, include, ...kernel }: CompiledFile): string {
  const folders = include.map((folder) => `-I${folder}`);
  return ['gcc', '-std=c11', flagsOf(kernel, 'gcc'), ...folders, '-c', path].join(' ');
}

/** `CPU: avx2 fma`, and the command, in lines of a comment. */
export function compileFacts(file: CompiledFile): string[] {
  return [...cpuFacts(file.requires), compileLine(file)];
}

/** The same of all kernels of a library. `elsewhere`: what calls do on a CPU that lacks a feature. */
export function libraryNeeds(kernels: readonly Pick<CompiledFile, 'requires'>[], elsewhere: string): string[] {
  const requires = [...new Set(kernels.flatMap((kernel) => kernel.requires))];
  return [...cpuFacts(requires), ...(requires.length > 0 ? [elsewhere] : [])];
}

export function cpuFacts(requires: readonly string[]): string[] {
  return labelled('CPU features:', requires.length > 0 ? requires : ['those of every CPU of the architecture']);
}

/** Lines that refuse a compiler which is not asked for the features, by the command that asks. */
export function featureGuard(requires: readonly string[], line: string): string {
  const macros = cpuFeatures().flatMap(({ name, macro }) => (requires.includes(name) ? [macro] : []));
  if (macros.length === 0) return '';
  const tests = macros.map((macro) => `defined(${macro})`).join(' && \\\n      ');
  return `#if !(${tests})\n#error "compile this file for its CPU: ${line}"\n#endif\n`;
}
