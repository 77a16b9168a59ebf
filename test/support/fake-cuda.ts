import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** nvcc's stand-in. */
export const fakeNvcc = join(import.meta.dirname, 'fake-nvcc');

/** A GPU for the programs that this process starts. */
export interface FakeCuda {
  /** Lines of its log that say so: `start`, `sweep`, `compile`. */
  count(line: string): number;
  /** Takes everything back. */
  remove(): void;
}

let driver: Buffer | undefined;

/** The fake driver's library, built once in a suite. */
function buildDriver(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const [source, library] = [join(import.meta.dirname, 'fake-cuda.c'), join(folder, 'libcuda.so.1')];
  execFileSync('gcc', ['-O1', '-w', '-shared', '-fPIC', source, '-o', library, '-ldl']);
  const bytes = readFileSync(library);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Puts the fake driver where the next program that is started finds it. */
export function installFakeCuda(settings: Readonly<Record<string, string>> = {}): FakeCuda {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'libcuda.so.1'), (driver ??= buildDriver()));
  Object.assign(process.env, settings, { LD_LIBRARY_PATH: folder, FAKE_CUDA_LOG: log });
  return {
    count: (line) =>
      (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []).filter((text) => text === line).length,
    remove: () => {
      process.env = before;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Whether this machine has a driver of its own, which is found without LD_LIBRARY_PATH. */
export function hasDriver(): boolean {
  const { status, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('libcuda.so.1 ');
}
