import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** Builds the fake driver and puts it where the next program that is started finds it. */
export function installFakeCuda(settings: Readonly<Record<string, string>> = {}): FakeCuda {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const log = join(folder, 'log');
  const source = join(import.meta.dirname, 'fake-cuda.c');
  execFileSync('gcc', ['-O1', '-w', '-shared', '-fPIC', source, '-o', join(folder, 'libcuda.so.1'), '-ldl']);
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
