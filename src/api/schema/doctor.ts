/** What `doctor` returns and `tune doctor --json` prints. */
import { z } from 'zod';
import { soakSchema } from '../../products/soak/report.js';

export const doctorSchema = z.object({
  ok: z.boolean().describe('false where something is missing'),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'missing', 'absent']).describe('`absent`: not here, and not needed by everybody'),
      text: z.string().describe('what was found, or what the lack of it means'),
      fix: z.string().exactOptional().describe('how to get it'),
    }),
  ),
  soak: soakSchema.exactOptional().describe('with `--soak`, where nothing is missing'),
});

/** What is installed, and what is missing. */
export type Health = Readonly<z.output<typeof doctorSchema>>;
