import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingError } from '../../target/errors.js';

/** The error of a machine without CUDA's compiler. */
export function missingNvcc(nvcc = 'nvcc'): MissingError {
  return new MissingError(
    `CUDA's compiler "${nvcc}" cannot be run; install the CUDA toolkit (https://developer.nvidia.com/cuda-downloads) and put its bin folder on the PATH, or NVRTC with: pip install nvidia-cuda-nvrtc.`,
  );
}

/** Where the toolkit is said to be, or else installs itself. */
export function cudaHomes(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const said = [env['CUDA_HOME'], env['CUDA_PATH']].filter((home) => home !== undefined);
  return said.length > 0 ? said : ['/usr/local/cuda'];
}

/** nvcc as $CUDACXX or the PATH has it, or else where the toolkit is. */
export function findNvcc(env: NodeJS.ProcessEnv = process.env): string {
  if (env['CUDACXX']) return env['CUDACXX'];
  const onPath = (env['PATH'] ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, 'nvcc')));
  const elsewhere = cudaHomes(env)
    .map((home) => join(home, 'bin', 'nvcc'))
    .find((path) => existsSync(path));
  return onPath || elsewhere === undefined ? 'nvcc' : elsewhere;
}

/** What an nvcc says of itself. */
export interface NvccFacts {
  /** `13.0`, and to the last digit `13.0.88`. */
  readonly version: string;
  readonly fullVersion: string;
  /** `sm_90`. */
  readonly architectures: readonly string[];
}

/** Throws MissingError without it. */
export function askNvcc(nvcc: string): NvccFacts {
  const said = ask(nvcc, ['--version']);
  const known = ask(nvcc, ['--list-gpu-code']);
  return {
    version: /release ([\d.]+)/.exec(said)?.[1] ?? 'of unknown version',
    fullVersion: /\bV([\d.]+)/.exec(said)?.[1] ?? said,
    architectures: known.split(/\s+/).filter((name) => /^sm_\d+$/.test(name)),
  };
}

function ask(nvcc: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(nvcc, args, { encoding: 'utf8', timeout: 20_000, env: process.env });
  if (status !== 0) throw missingNvcc(nvcc);
  return stdout;
}
