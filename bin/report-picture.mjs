/**
 * `npm run docs:report-picture [-- --again]`: draws docs/guide/report-dark.png, the page of `tune report` in Chromium,
 * from the logs of two searches in docs/benchmarks/data/report; with --again runs these searches first. Their times are
 * of the machine at hand: leave it alone meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const SEARCH = ['conv2d', 'resnet18.C3', '--threads', '1', '--seed', '1', '--trials', '120'];
const explorers = ['sa', 'random'];
const logs = 'docs/benchmarks/data/report';
const bin = resolve('bin/tune');
/** Pixels; the page is as high with these logs. */
const [WIDTH, HEIGHT] = [1180, 2800];

const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!chromium) throw new Error('There is no Chromium here: apt-get install chromium.');
const folder = mkdtempSync(join(tmpdir(), 'tune-report-picture-'));
try {
  if (values.again) explorers.forEach(searchAgain);
  draw();
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs bin/tune where the logs are, so that the page has their names without a path. */
function tune(...args) {
  execFileSync(process.execPath, [bin, ...args], { cwd: logs, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Searches anew, and keeps the log, compressed. */
function searchAgain(explorer) {
  const log = join(folder, `${explorer}.jsonl`);
  tune(...SEARCH, '--explorer', explorer, '--log', log);
  tune('log', 'merge', log, '--out', `${explorer}.jsonl.br`, '--force');
}

function draw() {
  const page = join(folder, 'page.html');
  tune('report', ...explorers.map((explorer) => `${explorer}.jsonl.br`), '--out', page);
  writeFileSync(page, readFileSync(page, 'utf8').replace('<html', '<html data-theme="dark"'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    `--user-data-dir=${folder}/profile`,
  ];
  // Virtual time ends when the page has drawn all that it draws by itself.
  const size = [`--window-size=${WIDTH},${HEIGHT}`, '--virtual-time-budget=5000'];
  execFileSync(
    chromium,
    [...flags, ...size, `--screenshot=${resolve('docs/guide/report-dark.png')}`, `file://${page}`],
    { stdio: 'ignore' },
  );
}
