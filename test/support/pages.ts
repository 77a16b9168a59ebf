import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all pages that people read. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'examples/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [join('docs', name)] : [],
  ),
];
