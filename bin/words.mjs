/**
 * `npm run words`: phrases that readers stumble over, by room, in what the repository says to people: sources, native
 * code, pages, examples; and how many words its pages have. Prints each place, and fails where there is one, or where
 * the pages have become too long.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const phrases = [
  [/\btells?\b/i, 'says, shows, reports, distinguishes'],
  [/\btold\b/i, 'received, was given, reported, unknown'],
  [/\bof one[’']s own\b/i, 'own, your own'],
  [/what becomes of/i, 'outcome, result'],
  [/\blie of\b/i, 'state of, layout of'],
  [/\bstands? (on|in|for) (the|a) (page|table|log)\b/i, 'is on, is in'],
  [/\bis to (be|end|have)\b/i, 'must, fails, has'],
  [/\bhow far\b.*\breach/i, 'range, performance'],
  [/\bit reaches\b/i, 'its performance, it gets to'],
  [/\bmade of the same\b/i, 'from the same'],
  [/no difference that repeating/i, 'statistically tied'],
  [/\bgives? (its|their) share up\b/i, 'is dropped'],
  [/\bto lose\b/i, 'loss'],
  [/\bgo(es)? on where\b/i, 'resumes, begins where'],
  [/\bnonsense\b/i, 'invalid response, no record'],
];
/** Of all pages together, without their commands and listings: what someone can still get an overview of. */
const mostWords = 40_000;
const rooms = ['src', 'native', 'docs', 'bin', 'bench', 'examples', 'action', '*.md'];
/** This list itself, and what others measured or wrote. */
const excluded = [':!bin/words.mjs', ':!docs/benchmarks/data', ':!*.svg', ':!*.png'];

const files = execFileSync('git', ['ls-files', '-z', '--', ...rooms, ...excluded], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const counts = new Map();
for (const file of files) {
  const room = file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/');
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      for (const [phrase, instead] of phrases) {
        const found = phrase.exec(line);
        if (!found) continue;
        counts.set(room, (counts.get(room) ?? 0) + 1);
        console.log(`${file}:${i + 1}: "${found[0].slice(0, 60)}" (${instead})`);
      }
    });
}
for (const [room, count] of [...counts].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(5)}  ${room}`);
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(`${String(total).padStart(5)}  phrases in ${files.length} files`);

const pages = files.filter((file) => file.endsWith('.md') && /^(docs\/|[^/]+$)/.test(file));
const words = pages
  .map((page) => readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, ''))
  .reduce((sum, page) => sum + page.split(/[\s|]+/).filter((word) => /\p{L}{2}/u.test(word)).length, 0);
console.log(`${String(words).padStart(5)}  words on ${pages.length} pages, at most ${mostWords}`);
process.exitCode = total > 0 || words > mostWords ? 1 : 0;
