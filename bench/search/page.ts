import { readFileSync, writeFileSync } from 'node:fs';
import { WorkError } from '../../src/target/errors.js';
import { compactTables } from '../markdown-table.js';

/**
 * Puts a part of a page that `npm run <by>` generates in place; what people wrote around it stays. Throws
 * WorkError for a page without its two marks.
 */
export function writePart(path: string, name: string, part: string, by = 'bench:search'): void {
  const [first, last] = [`<!-- ${name}: written by npm run ${by} -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(path, 'utf8');
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start < 0 || end < start)
    throw new WorkError(`${path} has no place for it: it needs the lines "${first}" and "${last}".`);
  writeFileSync(path, `${page.slice(0, start + first.length)}\n\n${compactTables(part)}\n\n${page.slice(end)}`);
}
