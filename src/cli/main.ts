import { processOutput } from './output.js';
import { exitWhenInterrupted } from './signals.js';
import { packageVersion } from '../target/package-version.js';
import { versionFlags } from './version.js';

/** Runs a command line (without node and script) and sets the exit code of the process. Never throws. */
export async function main(args: readonly string[]): Promise<void> {
  const output = processOutput();
  const [first, ...others] = args;
  if (first !== undefined && versionFlags.includes(first) && others.length === 0) {
    // Scripts ask for it often, and it needs none of what the commands do.
    output.stdout(packageVersion());
    return;
  }
  exitWhenInterrupted();
  const { run } = await import('./run.js');
  await run(args, output);
}
