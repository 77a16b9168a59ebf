/** Cubins of a library's kernels, where this machine has a compiler for them. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { nativeProgram } from '../../../measure/native.js';
import { firstUsefulLine } from '../../../measure/first-useful-line.js';
import { Scratch } from '../../../measure/scratch.js';
import { MissingError, TuneError, WorkError } from '../../../target/errors.js';
import { compilerFor, cudaCompilers } from '../compiler.js';

export interface CubinSource {
  readonly arch: string;
  readonly source: string;
}

const TIMEOUT = 120_000;

/**
 * In the order of the sources; undefined where no compiler of this machine is for the architecture. Throws WorkError
 * with its first complaint where one refuses.
 */
export async function cubinsOf(sources: readonly CubinSource[]): Promise<readonly (Uint8Array | undefined)[]> {
  const scratch = new Scratch();
  try {
    const compilers = await compilersHere(scratch);
    const cubins: (Uint8Array | undefined)[] = [];
    for (const { arch, source } of sources) cubins.push(await compiled(arch, source, { compilers, scratch }));
    return cubins;
  } finally {
    scratch.close();
  }
}

type Here = { readonly compilers: ReturnType<typeof cudaCompilers>; readonly scratch: Scratch };

async function compilersHere(scratch: Scratch): Promise<Here['compilers']> {
  try {
    return cudaCompilers(await nativeProgram(scratch));
  } catch (error) {
    if (error instanceof MissingError) return [];
    throw error;
  }
}

async function compiled(arch: string, text: string, { compilers, scratch }: Here): Promise<Uint8Array | undefined> {
  const compiler = compilers.length > 0 ? known(arch, compilers) : undefined;
  if (!compiler) return undefined;
  const number = scratch.number();
  const [source, cubin] = [scratch.path(`${number}.cu`), scratch.path(`${number}.cubin`)];
  writeFileSync(source, text);
  const [program, ...first] = compiler.command;
  try {
    await promisify(execFile)(program, [...first, ...compiler.flags(arch), source, '-o', cubin], { timeout: TIMEOUT });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new WorkError(
      `A kernel for ${arch} does not compile: ${firstUsefulLine(stderr) || message}; install another CUDA toolkit (\`tune doctor\` names the one in use).`,
    );
  }
  return readFileSync(cubin);
}

function known(arch: string, compilers: Here['compilers']): Here['compilers'][number] | undefined {
  try {
    return compilerFor(arch, compilers);
  } catch (error) {
    if (error instanceof TuneError) return undefined;
    throw error;
  }
}
