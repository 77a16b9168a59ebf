import { z } from 'zod';

/** What `tune export --json` prints: the library that was written. */
export const exportResultSchema = z.object({
  folder: z.string().describe('where the library is'),
  name: z.string().describe('what its functions, header and file are named after'),
  files: z.int().describe('how many were written'),
  kernels: z
    .array(
      z.object({
        name: z.string().describe('the function'),
        file: z.string().describe('its source, in the folder'),
        operator: z.string(),
        workload: z.string(),
        target: z.string(),
        template: z.string(),
        seconds: z.number().nullable().describe('a call, where it was tuned; null of a schedule of another shape'),
        origin: z.string().describe('where its config comes from'),
      }),
    )
    .readonly(),
});

export type ExportResult = Readonly<z.infer<typeof exportResultSchema>>;
