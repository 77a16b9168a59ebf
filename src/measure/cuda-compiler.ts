import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { MissingError, UsageError } from '../target/errors.js';
import { askNvcc, findNvcc } from '../target/nvcc.js';
import { findNvrtc, type Nvrtc } from '../target/nvrtc.js';
import { cudaFlags } from './flags.js';

/** What makes cubins. */
export interface CudaCompiler {
  /** `NVRTC 13.0`, `nvcc 13.0`. */
  readonly name: string;
  /** Differs where cubins may. */
  readonly identity: string;
  readonly architectures: readonly string[];
  /** The program and its first arguments. */
  readonly command: readonly [program: string, ...first: string[]];
  readonly flags: (arch: string) => readonly string[];
  /** Most kernels of a translation unit: as many as it takes to hide what starting costs, since a unit is one job of one core. */
  readonly unitKernels: number;
}

/**
 * NVRTC where it is found, and nvcc; only nvcc, where one is named. NVRTC begins in 0.06 s where nvcc takes 0.3 s to start its four programs.
 * Throws MissingError without any.
 */
export function cudaCompilers(native: string, nvcc?: string): readonly CudaCompiler[] {
  const library = nvcc === undefined ? findNvrtc() : undefined;
  const nvrtc = library && ofNvrtc(native, library);
  try {
    return [...(nvrtc ? [nvrtc] : []), ofNvcc(nvcc ?? findNvcc())];
  } catch (error) {
    if (nvrtc && error instanceof MissingError) return [nvrtc];
    throw error;
  }
}

/** The first that compiles for an architecture. Throws UsageError when it is too old or too new for all. */
export function compilerFor(arch: string, compilers: readonly CudaCompiler[]): CudaCompiler {
  const found = compilers.find(({ architectures }) => architectures.includes(arch));
  if (found !== undefined) return found;
  const { name, architectures } = compilers.at(-1)!;
  throw new UsageError(
    `${name} does not compile for ${arch}, only for ${architectures.join(', ')}: take one of these, or another CUDA toolkit.`,
  );
}

/** On two cores, tiled products of 800 lines were built at 3 a second alone, 5 in fours, 6 in eights, and 9 in sixteens. */
function ofNvcc(path: string): CudaCompiler {
  const { version, fullVersion, architectures } = askNvcc(path);
  return {
    name: `nvcc ${version}`,
    identity: `${path} ${fullVersion}`,
    architectures,
    command: [path],
    flags: (arch) => ['-cubin', '-O3', ...cudaFlags(arch)],
    unitKernels: 16,
  };
}

/** How the native program tells of the library (native/cuda/nvrtc.c). */
const answerSchema = z.object({ outcome: z.literal('nvrtc'), version: z.string(), architectures: z.string() });

/** Undefined where the library cannot be loaded. */
function ofNvrtc(native: string, { library, headers }: Nvrtc): CudaCompiler | undefined {
  const { status, stdout } = spawnSync(native, ['nvrtc', library], { encoding: 'utf8', timeout: 20_000 });
  if (status !== 0) return undefined;
  const { version, architectures } = answerSchema.parse(JSON.parse(stdout));
  return {
    name: `NVRTC ${version}`,
    identity: `NVRTC ${version} ${statSync(library).size}`,
    architectures: architectures.split(' '),
    command: [native, 'nvrtc', library],
    flags: (arch) => [...cudaFlags(arch), ...(headers === undefined ? [] : [`-I${headers}`])],
    unitKernels: 4,
  };
}
