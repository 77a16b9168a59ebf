import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** nvcc's stand-in. */
export const fakeNvcc = join(import.meta.dirname, 'fake-nvcc');

/** A GPU for the programs that this process starts. */
export interface FakeCuda {
  /** Lines of its log: `start`, `compile`, `sweep`, `event`, `graph of 5`. */
  lines(): readonly string[];
  /** Those that say so. */
  count(line: string): number;
  /** Of all that was timed what was queued just before, and what between its two events. */
  timings(): readonly (readonly [before: string, between: readonly string[]])[];
  /** Takes everything back. */
  remove(): void;
}

export interface FakeParts {
  /** Whether the driver is of a time before graphs. */
  readonly old?: boolean;
  /** Whether NVIDIA's management library is there, too. */
  readonly nvml?: boolean;
}

const built = new Map<string, Buffer>();

/** A fake library, built once in a suite. */
function library(source: string, ...flags: readonly string[]): Buffer {
  const key = [source, ...flags].join(' ');
  const before = built.get(key);
  if (before !== undefined) return before;
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const file = join(folder, 'library.so');
  const all = [...flags, '-O1', '-w', '-shared', '-fPIC', join(import.meta.dirname, source), '-o', file, '-ldl'];
  execFileSync('gcc', all);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  built.set(key, bytes);
  return bytes;
}

/** Puts the fake driver where the next program that is started finds it. */
export function installFakeCuda(
  settings: Readonly<Record<string, string>> = {},
  { old = false, nvml = false }: FakeParts = {},
): FakeCuda {
  const before = { ...process.env };
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'libcuda.so.1'), library('fake-cuda.c', ...(old ? ['-DOLD_DRIVER'] : [])));
  if (nvml) writeFileSync(join(folder, 'libnvidia-ml.so.1'), library('fake-nvml.c'));
  Object.assign(process.env, settings, { LD_LIBRARY_PATH: folder, FAKE_CUDA_LOG: log });
  const lines = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []);
  return {
    lines,
    timings: () => {
      const all = lines();
      const events = all.flatMap((line, place) => (line === 'event' ? [place] : []));
      return events.flatMap((start, i) =>
        i % 2 === 0 ? [[all.at(start - 1) ?? '', all.slice(start + 1, events[i + 1])] as const] : [],
      );
    },
    count: (line) => lines().filter((text) => text === line).length,
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
