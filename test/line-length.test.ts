import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/**
 * Characters of a line: of comments, C, scripts and prose. Code in TypeScript, and of pages, is for prettier to break.
 */
const longest = 120;

/** What machines write: generated code, pictures, measurements. */
const generated =
  /^(test\/codegen\/golden|test\/fixtures|docs\/benchmarks|logs)\/|^native\/runner\/elements\.h$|\.(svg|png|json|jsonl|gz|lock)$/;

const roots = [
  'src',
  'test',
  'bench',
  'native',
  'bin',
  'examples',
  'action',
  '.ci',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
];

const files = roots.flatMap(filesIn).filter((path) => !generated.test(path));

/** A file, or all files in a folder. A fresh machine has no git that could list them. */
function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Lines that are too long, as `path:number`. */
function tooLong(path: string, text: string): string[] {
  const isCode = path.endsWith('.ts') || path.startsWith('src/products/report/client/');
  const isLong = isCode ? isComment : path.endsWith('.md') ? isProse(text) : () => true;
  return text
    .split('\n')
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => Array.from(line).length > longest && isLong(line, index))
    .map(({ index }) => `${path}:${index + 1}`);
}

/** Whether a line is part of a comment, or code with one behind it. */
function isComment(line: string): boolean {
  return /^\s*(\/\/|\/\*|\*)/.test(line) || /[;,{}()]\s+\/\/ /.test(line);
}

/** Tables, fenced code and links are as long as they are; two pages are written by commands. */
function isProse(text: string): (line: string, index: number) => boolean {
  const lines = text.split('\n');
  const written = lines.findIndex((line) => /written by npm run (bench:search|arena)/.test(line));
  const fences = lines.map((line) => /^\s*```/.test(line));
  const numbers = [...lines.keys()];
  const fenced = new Set(numbers.filter((index) => fences.slice(0, index).filter(Boolean).length % 2 === 1));
  return (line, index) =>
    !/^\s*\|/.test(line) &&
    !/^\S*\[.*\]\(\S+\)\S*$/.test(line) &&
    !fenced.has(index) &&
    (written < 0 || index < written);
}

describe('the length of lines', () => {
  test('files are found', () => {
    expect(files.length).toBeGreaterThan(300);
  });

  test(`comments, C and prose have at most ${longest} characters a line`, () => {
    expect(files.flatMap((path) => tooLong(path, readFileSync(path, 'utf8')))).toEqual([]);
  });
});

test('the check itself sees what it must', () => {
  const long = 'x'.repeat(longest);
  expect(tooLong('a.ts', `const text = '${long}';\n// ${long}\n/** ${long} */\nf(); // ${long}`)).toEqual([
    'a.ts:2',
    'a.ts:3',
    'a.ts:4',
  ]);
  expect(tooLong('a.c', `int ${long};`)).toEqual(['a.c:1']);
  expect(tooLong('a.md', `| ${long} |\n\`\`\`\n${long} y\n\`\`\`\n${long} y\n- ${long}`)).toEqual(['a.md:5', 'a.md:6']);
});
