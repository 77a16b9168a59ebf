/** Packs constants by the pack functions of kernels: a program in C, built and run once. */
import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostCompiler } from '../../../measure/c-compiler.js';
import { compileTo } from '../../../measure/c-program.js';
import { Scratch } from '../../../measure/scratch.js';
import { WorkError } from '../../../target/errors.js';
import { packageRoot } from '../../../target/root.js';
import type { CpuTarget } from '../target.js';
import { cpuOptions } from '../cpu-options.js';
import { toolchainNamed } from '../toolchains.js';

/** A constant to be packed; `at`: where its packed form begins, in floats. */
export interface Packing {
  readonly data: Float32Array;
  readonly source: PackSource;
  readonly at: number;
}

/** A function in C, `void NAME(const float *from, float *to, void *workspace)`, alone in its file. */
export interface PackSource {
  readonly name: string;
  readonly text: string;
}

/**
 * So many floats, with each constant packed at its place and zeros elsewhere. Throws WorkError where a function cannot
 * be built for the target's CPU or run on this one.
 */
export async function packAll(packings: readonly Packing[], floats: number, target: CpuTarget): Promise<Buffer> {
  if (packings.length === 0) return Buffer.alloc(floats * 4);
  const scratch = new Scratch();
  try {
    const [from, to, program] = [scratch.path('constants'), scratch.path('weights'), scratch.path('packer')];
    const places = writeAll(from, packings);
    writeFileSync(to, Buffer.alloc(floats * 4));
    writeFileSync(scratch.path('jobs.h'), jobsText(packings, places));
    writeFileSync(scratch.path('packs.h'), '');
    const sources = [...new Map(packings.map(({ source }) => [source.name, source])).values()].map(({ name, text }) => {
      writeFileSync(scratch.path(`${name}.c`), text);
      return scratch.path(`${name}.c`);
    });
    const flags = ['-O1', ...cpuOptions(toolchainNamed(target.triple), target.arch), `-I${scratch.folder}`];
    const main = join(packageRoot(), 'native', 'network', 'packer.c');
    await compileTo(program, [...flags, main, ...sources], hostCompiler());
    await run(program, from, to);
    return readFileSync(to);
  } finally {
    scratch.close();
  }
}

/** Writes constants one behind the other; returns where each begins, in floats. */
function writeAll(path: string, packings: readonly Packing[]): readonly number[] {
  const file = openSync(path, 'w');
  let end = 0;
  try {
    return packings.map(({ data }) => {
      writeSync(file, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      const at = end;
      end += data.length;
      return at;
    });
  } finally {
    closeSync(file);
  }
}

function jobsText(packings: readonly Packing[], places: readonly number[]): string {
  const names = new Set(packings.map(({ source }) => source.name));
  return [
    ...Array.from(names, (name) => `void ${name}(const float *from, float *to, void *workspace);`),
    'static const struct job jobs[] = {',
    ...packings.map(({ source, at }, i) => `  {${source.name}, ${places[i]!}u, ${at}u},`),
    '};',
    '',
  ].join('\n');
}

async function run(program: string, from: string, to: string): Promise<void> {
  try {
    await promisify(execFile)(program, [from, to]);
  } catch (error) {
    const { signal, message } = error as Error & { signal?: string };
    const why = signal ? `was ended by ${signal}: is this a CPU of the target?` : `failed: ${message}`;
    throw new WorkError(`What packs the weights ${why}.`);
  }
}
