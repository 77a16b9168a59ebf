import { createProgram } from './program.js';
import { exitCodeOf, explain } from './errors.js';
import { processOutput } from './output.js';

/** Runs a command line (without node and script) and sets the exit code of the process. Never throws. */
export async function main(args: readonly string[]): Promise<void> {
  const output = processOutput();
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
    if (message !== undefined) output.talk(output.paintTalk.red(`tune: ${message}`));
    process.exitCode = exitCodeOf(error);
  }
}
