/**
 * `npm run docs:update [-- PAGE...]`: runs the commands of the pages' ```console blocks, `$ …` each, in the folder of
 * the repository, and puts what they print behind them. A block that ended in `…` keeps its number of lines. Times are of
 * the machine at hand: leave it alone meanwhile, and read the diff.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';

const named = process.argv.slice(2);
const all = readdirSync('docs', { recursive: true }).map((name) => join('docs', name));
const pages = named.length > 0 ? named : ['README.md', ...all.filter((path) => path.endsWith('.md'))];

for (const path of pages) {
  const before = readFileSync(path, 'utf8');
  const after = before.replace(/^```console\n(.*?)^```$/gms, (_, block) => `\`\`\`console\n${again(block)}\`\`\``);
  if (after !== before) writeFileSync(path, after);
}

/** The block with each command followed by what it prints now. */
function again(block) {
  const parts = block.split(/^(?=\$ )/m);
  return parts.map((part) => shown(part.slice(2, part.indexOf('\n')), part.trimEnd().split('\n').slice(1))).join('');
}

function shown(command, lines) {
  const env = { ...process.env, PATH: `${resolve('bin')}${delimiter}${process.env.PATH ?? ''}`, COLUMNS: '100' };
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ended with ${status ?? 'a signal'}:\n${stderr}`);
  const now = stdout.trimEnd().split('\n');
  const isCut = lines.at(-1) === '…' && now.length > lines.length;
  return [`$ ${command}`, ...(isCut ? [...now.slice(0, lines.length - 1), '…'] : now), ''].join('\n');
}
