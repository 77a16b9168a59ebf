/**
 * `npm run docs:update [-- [--check] PAGE...]`: runs the commands of the pages' ```console blocks, `$ …` each, and puts
 * what they print behind them; with --check it changes nothing, names the pages that would change, and fails where
 * there is one. A block that ended in `…` keeps its number of lines. Commands run in a folder that has everything of
 * the repository but its logs, and the files that the page shows (a block that begins with `# NAME`). Times are of the
 * machine at hand: leave it alone meanwhile, and read the diff.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values, positionals: named } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const all = readdirSync('docs', { recursive: true }).map((name) => join('docs', name));
const pages = named.length > 0 ? named : ['README.md', ...all.filter((path) => path.endsWith('.md'))];
for (const path of pages) updatePage(path);

function updatePage(path) {
  const before = readFileSync(path, 'utf8');
  const folder = scratchFolder();
  for (const [, name, text] of before.matchAll(/^```\w+\n# (\S+\.\w+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, name), text);
  const after = before.replace(
    /^```console\n(.*?)^```$/gms,
    (_, block) => `\`\`\`console\n${again(block, folder)}\`\`\``,
  );
  rmSync(folder, { recursive: true });
  if (after === before) return;
  if (!values.check) writeFileSync(path, after);
  else {
    console.error(`${path}: blocks of output are not what their commands print now: npm run docs:update -- ${path}`);
    process.exitCode = 1;
  }
}

function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tune-docs-'));
  for (const name of readdirSync('.').filter((one) => one !== 'logs')) symlinkSync(resolve(name), join(folder, name));
  mkdirSync(join(folder, 'logs'));
  symlinkSync(resolve('logs/shipped'), join(folder, 'logs', 'shipped'));
  return folder;
}

/** The block with each command followed by what it prints now. */
function again(block, folder) {
  const parts = block.split(/^(?=\$ )/m);
  return parts
    .map((part) => {
      const [first = '', ...lines] = part.trimEnd().split('\n');
      return textOf(first.slice(2), lines, folder);
    })
    .join('');
}

function textOf(command, lines, cwd) {
  const env = { ...process.env, COLUMNS: '100' };
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd, env });
  if (status !== 0) throw new Error(`${command} ended with ${status ?? 'a signal'}:\n${stderr}`);
  const now = stdout.trimEnd().split('\n');
  const isCut = lines.at(-1) === '…' && now.length > lines.length;
  return [`$ ${command}`, ...(isCut ? [...now.slice(0, lines.length - 1), '…'] : now), ''].join('\n');
}
