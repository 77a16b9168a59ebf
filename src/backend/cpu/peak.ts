import { execFile, type ExecFileException } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkError } from '../../target/errors.js';
import { hostCompiler, missingCompiler, withArguments, type Command } from '../../measure/c-compiler.js';
import { machine } from '../../target/machine.js';
import { packageRoot } from '../../target/root.js';
import { boundThreads } from '../../target/threads.js';
import { Scratch } from '../../measure/scratch.js';
import { valueType, type DType } from '../../ir/tensor.js';
import { chainFlags } from './chains.js';
import { cpuOptions } from './cpu-options.js';
import type { CpuTarget } from './target.js';
import { hostToolchain } from './toolchains.js';

const execute = promisify(execFile);
const timeoutMs = 30_000;
const LOOKS = 3;

/**
 * The multiply-add peak of this machine on a target's vectors and threads, in operations a second on elements of a type
 * (float32 where none is given): a loop of independent multiply-adds, or dot products (native/peak.c), compiled and run
 * now, which takes about half a second. What share of it a kernel reaches says how much is left to gain. Throws
 * MissingError without a compiler, WorkError when the program is not for this machine.
 */
export async function measurePeak(target: CpuTarget, dtype: DType = valueType): Promise<number> {
  const scratch = new Scratch();
  try {
    const program = scratch.path('peak');
    const source = join(packageRoot(), 'native', 'peak.c');
    const options = cpuOptions(hostToolchain(), target.arch);
    const flags = ['-O2', '-fopenmp', ...options, ...chainFlags(target.vector, dtype)];
    await runProgram(withArguments(hostCompiler().command, [...flags, source, '-o', program]));
    // More threads than cores do not raise the peak. A neighbour may spoil one look, so the best of several counts.
    const threads = Math.min(target.threads, machine().cores);
    const env = { ...process.env, ...boundThreads(threads) };
    let best = 0;
    for (let look = 0; look < LOOKS; look++) {
      best = Math.max(best, Number(await runProgram([program, `${threads}`], env)));
    }
    if (!(best > 0)) throw new WorkError('The peak of this machine could not be measured: the program gave no number.');
    return best * 1e9;
  } finally {
    scratch.close();
  }
}

async function runProgram([path, ...args]: Command, env = process.env, isFirst = true): Promise<string> {
  try {
    return (await execute(path, args, { timeout: timeoutMs, env })).stdout;
  } catch (error) {
    const { code, message, signal, killed } = error as ExecFileException;
    if (code === 'ENOENT') throw missingCompiler(hostCompiler());
    // Ctrl-C ends it, too. Whoever catches the signal for us decides how we end.
    if (signal && killed !== true && isFirst) return runProgram([path, ...args], env, false);
    throw new WorkError(`The peak of this machine could not be measured: ${message.split('\n')[0]}`);
  }
}
