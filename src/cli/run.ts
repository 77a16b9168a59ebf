import type { ErrorEvent } from '../api/outputs.js';
import { WorkError } from '../target/errors.js';
import { visible } from '../target/visible.js';
import { exitCodeOf, explain } from './errors.js';
import { modulesNamed } from './modules.js';
import type { Output } from './output.js';
import { createProgram } from './program.js';
import { wrapped } from './render/wrapped.js';

/** Runs a command line and sets the exit code of the process. Never throws. */
export async function run(args: readonly string[], streams: Output): Promise<void> {
  const output = withWrappedMessages(streams);
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  process.once('beforeExit', failUnfinished);
  try {
    const modules = await modulesNamed(args);
    await createProgram(output, modules).parseAsync([...args], { from: 'user' });
  } catch (error) {
    fail(error);
  } finally {
    process.off('beforeExit', failUnfinished);
  }

  /** Node ends without a word when a run waits for what nothing is left to bring. */
  function failUnfinished(): void {
    fail(new WorkError('The run cannot end: a promise of a module (--template, --explorer or --model) never settles.'));
  }

  function fail(error: unknown): void {
    const message = explain(error);
    const exit = exitCodeOf(error);
    if (message !== undefined) {
      // Scripts that read stdout alone learn of it there.
      if (args.includes('--json'))
        output.stdout(JSON.stringify({ event: 'error', exit, message } satisfies ErrorEvent));
      output.stderr(output.paintStderr.red(visible(`tune: ${message}`)));
    }
    process.exitCode = exit;
  }
}

/** Messages break between words where the terminal is narrower than they are. */
function withWrappedMessages(output: Output): Output {
  return {
    ...output,
    stderr: (text, kind) => {
      output.stderr(kind === undefined ? wrapped(text, output.messageColumns) : text, kind);
    },
  };
}
