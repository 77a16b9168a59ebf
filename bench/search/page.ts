import { readFileSync, writeFileSync } from 'node:fs';
import { WorkError } from '../../src/target/errors.js';

const [START, END] = ['<!-- written by npm run bench:search -->', '<!-- end of what is written -->'];

/** Puts the generated part of a page in place; what people wrote around it stays. Throws WorkError for a page without the two marks. */
export function writePart(path: string, part: string): void {
  const page = readFileSync(path, 'utf8');
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start)
    throw new WorkError(`${path} has no place for the scoreboard: it needs the lines "${START}" and "${END}".`);
  writeFileSync(path, `${page.slice(0, start + START.length)}\n\n${part}\n\n${page.slice(end)}`);
}
