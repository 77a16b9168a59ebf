import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { nativeProgram } from './native.js';
import { Scratch } from './scratch.js';

const execute = promisify(execFile);
/**
 * `filter`: files can be read while a kernel is loaded, since the system has no Landlock. `off`: by TUNE_SANDBOX=0.
 * `absent`: the system has no filters of system calls for who is not root.
 */
export type Sandbox = z.output<typeof answerSchema>['sandbox'];

const answerSchema = z.object({ sandbox: z.enum(['on', 'filter', 'off', 'absent']) });

/**
 * Whether kernels that are run on this machine's CPU are kept from files, network and other processes, which is tried
 * (native/runner/sandbox.c). Throws MissingError without a compiler.
 */
export async function sandboxHere(): Promise<Sandbox> {
  const scratch = new Scratch();
  try {
    const options = { timeout: 20_000, env: process.env };
    const { stdout } = await execute(await nativeProgram(scratch), ['sandbox'], options);
    return answerSchema.parse(JSON.parse(stdout)).sandbox;
  } finally {
    scratch.close();
  }
}
