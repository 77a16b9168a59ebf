import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { quote } from '../src/target/format.js';
import { WorkError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';

/** The part of the last event that figures are made of. */
const finishSchema = z.object({
  event: z.literal('finish'),
  trials: z.number(),
  failed: z.number(),
  seconds: z.object({ search: z.number(), compile: z.number(), check: z.number(), run: z.number(), wall: z.number() }),
});
export type Finish = z.infer<typeof finishSchema>;

/** Runs `bin/tune` with `--json` to its end. Throws WorkError with the command and its last words when it fails. */
export async function runTune(args: readonly string[]): Promise<Finish> {
  const program = join(packageRoot(), 'bin', 'tune');
  const child = spawn(process.execPath, [program, ...args, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [events, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status === 0) return finishOf(events);
  const lastWords = stderr.trim().split('\n').at(-1) ?? '';
  throw new WorkError(
    `\`tune ${args.map(quote).join(' ')}\` ended with status ${status ?? 'of a signal'}: ${lastWords}`,
  );
}

function finishOf(events: string): Finish {
  const last: unknown = JSON.parse(events.trim().split('\n').at(-1)!);
  const parsed = finishSchema.safeParse(last);
  if (!parsed.success)
    throw new WorkError(`The last event of a run is none that was expected: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
