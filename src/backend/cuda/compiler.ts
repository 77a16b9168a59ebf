import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { MissingError, UsageError } from '../../target/errors.js';
import { gpuArchitectures } from './architectures.js';
import { askNvcc, findNvcc } from './nvcc.js';
import { findNvrtc, nvrtcPackage, type Nvrtc } from './nvrtc.js';
import { cudaFlags, nvccFlags } from './flags.js';

/** What makes cubins. */
export interface CudaCompiler {
  /** `NVRTC 13.0`, `nvcc 13.0`. */
  readonly name: string;
  /** Of CUDA, `13.0`. */
  readonly version: string;
  /** Differs where cubins may. */
  readonly identity: string;
  readonly architectures: readonly string[];
  /** The program and its first arguments. */
  readonly command: readonly [program: string, ...first: string[]];
  readonly flags: (arch: string) => readonly string[];
  /**
   * Most kernels of a translation unit: as many as it takes to hide what starting costs, since a unit is one job of one
   * core.
   */
  readonly unitKernels: number;
}

export interface CudaCompilersOptions {
  /** By name or path; default: the one that is found, and NVRTC. */
  readonly nvcc?: string | undefined;
  /** The version of CUDA that the driver knows, `12.4`, where cubins are to be run. */
  readonly driver?: string;
}

/**
 * NVRTC where it is found, and nvcc; only nvcc, where one is named. NVRTC begins in 0.06 s where nvcc takes 0.3 s to
 * start its four programs. None is of a newer major version than the driver, which is not promised to load what such a
 * one makes. Throws MissingError without any.
 */
export function cudaCompilers(native: string, { nvcc, driver }: CudaCompilersOptions = {}): readonly CudaCompiler[] {
  const newest = driver === undefined ? Infinity : majorOf(driver);
  const library = nvcc === undefined ? (findNvrtc(newest) ?? findNvrtc()) : undefined;
  const nvrtc = library && ofNvrtc(native, library);
  const all = [...(nvrtc ? [nvrtc] : []), ...nvccOrNone(nvcc ?? findNvcc(), nvrtc !== undefined)];
  const loadable = all.filter(({ version }) => !(majorOf(version) > newest));
  if (loadable.length > 0) return loadable;
  throw new MissingError(
    `The driver supports CUDA ${driver!} and may not load what ${all.map(({ name }) => name).join(' or ')} compiles: update the driver, or ${howToGet(newest)}.`,
  );
}

/** A compiler of a major version. */
function howToGet(major: number): string {
  return process.env['CUDACXX']
    ? `unset CUDACXX or name an nvcc of CUDA ${major} there`
    : `install NVRTC of CUDA ${major} (${nvrtcPackage(major)}) or its toolkit and name its nvcc in CUDACXX`;
}

function nvccOrNone(path: string, needless: boolean): readonly CudaCompiler[] {
  try {
    return [ofNvcc(path)];
  } catch (error) {
    if (needless && error instanceof MissingError) return [];
    throw error;
  }
}

/** Of a version of CUDA, `13.0`; NaN where it is unknown. */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** The first that compiles for an architecture. Throws UsageError when it is too old or too new for all. */
export function compilerFor(arch: string, compilers: readonly CudaCompiler[]): CudaCompiler {
  const found = compilers.find(({ architectures }) => architectures.includes(arch));
  if (found !== undefined) return found;
  const names = compilers.map(({ name }) => name).join(' or ');
  const able = gpuArchitectures.filter((known) => compilers.some(({ architectures }) => architectures.includes(known)));
  throw new UsageError(
    `${names} does not compile for ${arch}, only for ${able.join(', ')}: name one of these in --target, or install another CUDA toolkit.`,
  );
}

/**
 * On two cores, tiled products of 800 lines were built at 3 a second alone, 5 in fours, 6 in eights, and 9 in sixteens.
 */
function ofNvcc(path: string): CudaCompiler {
  const { version, fullVersion, architectures } = askNvcc(path);
  return {
    name: `nvcc ${version}`,
    version,
    identity: `${path} ${fullVersion}`,
    architectures,
    command: [path],
    flags: nvccFlags,
    unitKernels: 16,
  };
}

/** What the native program (native/cuda/nvrtc.c) reports of the library. */
const answerSchema = z.object({ outcome: z.literal('nvrtc'), version: z.string(), architectures: z.string() });

/** Undefined where the library cannot be loaded. */
function ofNvrtc(native: string, { library, headers }: Nvrtc): CudaCompiler | undefined {
  const { status, stdout } = spawnSync(native, ['nvrtc', library], { encoding: 'utf8', timeout: 20_000 });
  if (status !== 0) return undefined;
  const { version, architectures } = answerSchema.parse(JSON.parse(stdout));
  return {
    name: `NVRTC ${version}`,
    version,
    identity: `NVRTC ${version} ${statSync(library).size}`,
    architectures: architectures.split(' '),
    command: [native, 'nvrtc', library],
    flags: (arch) => [...cudaFlags(arch), ...(headers === undefined ? [] : [`-I${headers}`])],
    unitKernels: 4,
  };
}
