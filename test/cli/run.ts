import { Chalk } from 'chalk';
import { exitCodeOf, explain } from '../../src/cli/errors.js';
import type { Output } from '../../src/cli/output.js';
import { createProgram } from '../../src/cli/program.js';

export interface Run {
  readonly code: number;
  /** The sentence that `main` would print. */
  readonly said: string | undefined;
  readonly data: string;
  readonly talk: string;
}

/** Runs a command line in this process. */
export async function run(...args: readonly string[]): Promise<Run> {
  const [data, talk]: [string[], string[]] = [[], []];
  const plain = new Chalk({ level: 0 });
  const output: Output = {
    data: (text) => data.push(text),
    talk: (text) => talk.push(text),
    paint: plain,
    paintTalk: plain,
    interactive: false,
    whenClosed: () => undefined,
  };
  try {
    await createProgram(output).parseAsync([...args], { from: 'user' });
    return { code: 0, said: undefined, data: data.join('\n'), talk: talk.join('\n') };
  } catch (error) {
    return { code: exitCodeOf(error), said: explain(error), data: data.join('\n'), talk: talk.join('\n') };
  }
}
