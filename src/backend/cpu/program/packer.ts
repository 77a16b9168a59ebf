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

/** A constant to be packed; `at`: the byte at which its packed form begins. */
export interface Packing {
  readonly constant: Uint8Array;
  readonly source: PackSource;
  readonly at: number;
}

/** A function in C, `void NAME(const FROM *from, TO *to, void *workspace)`, alone in its file. */
export interface PackSource {
  readonly name: string;
  readonly text: string;
}

/**
 * So many bytes, with each constant packed at its place and zeros elsewhere. Throws WorkError where a function cannot
 * be built for the target's CPU or run on this one.
 */
export async function packAll(packings: readonly Packing[], bytes: number, target: CpuTarget): Promise<Buffer> {
  if (packings.length === 0) return Buffer.alloc(bytes);
  const scratch = new Scratch();
  try {
    const [from, to, program] = [scratch.path('constants'), scratch.path('weights'), scratch.path('packer')];
    const places = writeAll(from, packings);
    writeFileSync(to, Buffer.alloc(bytes));
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

/** Writes constants one behind the other, each at a cache line; returns the byte at which each begins. */
function writeAll(path: string, packings: readonly Packing[]): readonly number[] {
  const file = openSync(path, 'w');
  let end = 0;
  try {
    return packings.map(({ constant }) => {
      const at = end;
      writeSync(file, constant, 0, constant.length, at);
      end = Math.ceil((at + constant.length) / 64) * 64;
      return at;
    });
  } finally {
    closeSync(file);
  }
}

function jobsText(packings: readonly Packing[], places: readonly number[]): string {
  const names = new Set(packings.map(({ source }) => source.name));
  return [
    ...Array.from(names, (name) => `void ${name}(const void *from, void *to, void *workspace);`),
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
