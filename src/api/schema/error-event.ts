import { z } from 'zod';

export const errorEventSchema = z.object({
  event: z.literal('error'),
  exit: z.int().describe('the exit code'),
  message: z.string().describe('what went wrong, and the next step'),
});

/** The last line on stdout of a command with `--json` that fails. */
export type ErrorEvent = Readonly<z.output<typeof errorEventSchema>>;
