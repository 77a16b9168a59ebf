import { z } from 'zod';
import { WorkError } from '../../src/target/errors.js';

const headerSchema = z.object({
  version: z.literal(2),
  width: z.int().positive(),
  height: z.int().positive(),
  title: z.string(),
});

const eventSchema = z.tuple([z.number().nonnegative(), z.literal('o'), z.string()]);

/** What a program wrote to a terminal, and when. */
export interface Recording {
  /** In columns and lines. */
  readonly width: number;
  readonly height: number;
  /** The command. */
  readonly title: string;
  readonly events: readonly { readonly seconds: number; readonly text: string }[];
}

/** As asciinema's tools read it: docs.asciinema.org/manual/asciicast/v2. */
export function toAsciicast({ events, ...header }: Recording): string {
  const lines = [
    { version: 2, ...header },
    ...events.map(({ seconds, text }) => [Number(seconds.toFixed(3)), 'o', text]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Throws WorkError for a text of another form. */
export function parseAsciicast(text: string): Recording {
  try {
    const [first = '', ...lines] = text.trimEnd().split('\n');
    const { width, height, title } = headerSchema.parse(JSON.parse(first));
    const events = lines.map((line) => eventSchema.parse(JSON.parse(line)));
    return { width, height, title, events: events.map(([seconds, , written]) => ({ seconds, text: written })) };
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new WorkError(`The recording is no asciicast of version 2 (${error.message}): record it again.`);
    throw error;
  }
}
