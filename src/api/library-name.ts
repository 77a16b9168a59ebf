/** What the names of all that a library defines begin with. */
import { z } from 'zod';

/** Characters of a name. */
const LONGEST = 40;

export const libraryNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'must be a name of C in lower case')
  .max(LONGEST);

/** A name of C that a text suggests; empty where it has no letter. */
export function libraryName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, LONGEST);
}
