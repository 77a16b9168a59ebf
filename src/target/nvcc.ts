import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingError, UsageError } from './errors.js';

/** The error of a machine without CUDA's compiler. */
export function missingNvcc(nvcc = 'nvcc'): MissingError {
  return new MissingError(
    `CUDA's compiler "${nvcc}" cannot be run; install the CUDA toolkit (https://developer.nvidia.com/cuda-downloads) and put its bin folder on the PATH.`,
  );
}

/** nvcc as the PATH has it, or else where $CUDA_HOME says or the toolkit installs itself. */
export function findNvcc(env: NodeJS.ProcessEnv = process.env): string {
  const onPath = (env['PATH'] ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, 'nvcc')));
  const homes = [env['CUDA_HOME'], env['CUDA_PATH'], '/usr/local/cuda'].filter((home) => home !== undefined);
  const elsewhere = homes.map((home) => join(home, 'bin', 'nvcc')).find((path) => existsSync(path));
  return onPath || elsewhere === undefined ? 'nvcc' : elsewhere;
}

/** `nvcc 13.0`. Throws MissingError without it. */
export function nvccVersion(nvcc = findNvcc()): string {
  return `nvcc ${/release ([\d.]+)/.exec(ask(nvcc, ['--version']))?.[1] ?? 'of unknown version'}`;
}

/**
 * Throws UsageError when nvcc compiles for no such architecture, being too old or too new for it, and MissingError without nvcc.
 */
export function checkNvccArchitecture(arch: string, nvcc: string): void {
  const known = ask(nvcc, ['--list-gpu-code'])
    .split(/\s+/)
    .filter((name) => /^sm_\d+$/.test(name));
  if (known.includes(arch)) return;
  throw new UsageError(
    `${nvccVersion(nvcc)} does not compile for ${arch}, only for ${known.join(', ')}: take one of these, or another CUDA toolkit.`,
  );
}

function ask(nvcc: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(nvcc, args, { encoding: 'utf8', timeout: 20_000 });
  if (status !== 0) throw missingNvcc(nvcc);
  return stdout;
}
