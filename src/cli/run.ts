import type { ErrorEvent } from '../api/schema/error-event.js';
import { exitCodeOf, explain } from './errors.js';
import type { Output } from './output.js';
import { createProgram } from './program.js';

/** Runs a command line and sets the exit code of the process. Never throws. */
export async function run(args: readonly string[], output: Output): Promise<void> {
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  try {
    await createProgram(output).parseAsync([...args], { from: 'user' });
  } catch (error) {
    fail(error);
  }

  function fail(error: unknown): void {
    const message = explain(error);
    const exit = exitCodeOf(error);
    if (message !== undefined) {
      // Scripts that read stdout alone learn of it there.
      if (args.includes('--json'))
        output.stdout(JSON.stringify({ event: 'error', exit, message } satisfies ErrorEvent));
      output.stderr(output.paintStderr.red(`tune: ${message}`));
    }
    process.exitCode = exit;
  }
}
