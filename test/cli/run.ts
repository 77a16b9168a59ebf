import { Chalk } from 'chalk';
import { exitCodeOf, explain } from '../../src/cli/errors.js';
import { modulesNamed } from '../../src/cli/modules.js';
import type { Output } from '../../src/cli/output.js';
import { createProgram } from '../../src/cli/program.js';
import { withQuickGcc } from '../support/quick-gcc.js';
import type { Ended } from './bin.js';

export interface Run {
  readonly code: number;
  /** The sentence that `main` would print. */
  readonly said: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function run(...args: readonly string[]): Promise<Run> {
  return runWith({ interactive: false, status: () => undefined }, args);
}

/** The same on a terminal, with each text of its status line; undefined where the line is removed. */
export async function runOnTerminal(
  ...args: readonly string[]
): Promise<Run & { readonly statuses: readonly (string | undefined)[] }> {
  const statuses: (string | undefined)[] = [];
  const ended = await runWith({ interactive: true, status: (text) => statuses.push(text) }, args);
  return { ...ended, statuses };
}

async function runWith(terminal: Pick<Output, 'interactive' | 'status'>, args: readonly string[]): Promise<Run> {
  const [data, talk]: [string[], string[]] = [[], []];
  const plain = new Chalk({ level: 0 });
  const output: Output = {
    stdout: (text) => data.push(text),
    stderr: (text) => talk.push(text),
    paint: plain,
    paintStderr: plain,
    ...terminal,
    whenClosed: () => undefined,
  };
  try {
    await createProgram(output, await modulesNamed(args)).parseAsync([...args], { from: 'user' });
    return { code: 0, said: undefined, stdout: data.join('\n'), stderr: talk.join('\n') };
  } catch (error) {
    return { code: exitCodeOf(error), said: explain(error), stdout: data.join('\n'), stderr: talk.join('\n') };
  }
}

/**
 * What `tune` of `bin.ts` tells, without starting a program: for what does not depend on that. What this process knows
 * of the machine by then stays known.
 */
export async function runIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [folder, before] = [process.cwd(), { ...process.env }];
  process.chdir(cwd);
  Object.assign(process.env, withQuickGcc(), env);
  try {
    const { code, said, stdout, stderr } = await run(...args);
    return { code, stdout, stderr: [stderr, ...(said === undefined ? [] : [`tune: ${said}`])].join('\n').trimStart() };
  } finally {
    process.chdir(folder);
    process.env = before;
  }
}
