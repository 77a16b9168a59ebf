import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildOnce } from '../../cli/bin.js';
import { shellLines } from '../../support/command-blocks.js';
import { pages } from '../../support/pages.js';
import { withQuickGcc } from '../../support/quick-gcc.js';
import { scratchCheckout } from '../../support/scratch-checkout.js';
import { noteSkipped } from '../../support/skips.js';
import { notRun, preparations, shortened } from './page-commands.js';

const all = pages.map((path) => ({ path, lines: shellLines(readFileSync(path, 'utf8')) }));
const patterns = notRun.flatMap(({ lines }) => lines);

/** Programs that commands of pages name and that not every machine has, with their packages. */
const tools = { jq: 'jq', 'clang-16': 'clang-16', 'aarch64-linux-gnu-gcc': 'gcc-aarch64-linux-gnu' };

/** What of these a line needs and this machine lacks. */
function missingFor(line: string): keyof typeof tools | undefined {
  const needed = line.replace('-mtriple=aarch64-linux-gnu', 'aarch64-linux-gnu-gcc');
  const names = Object.keys(tools) as (keyof typeof tools)[];
  return names.find((name) => needed.includes(name) && !existsSync(`/usr/bin/${name}`));
}

/** What `replay` says of a kernel that was slower than its log says: of the machine, not of the page. */
const TOO_SLOW = /does not reproduce: it takes [\d.]+ times its logged time/;

/** Runs lines in a shell, one after the other, up to the first that fails, and returns what it printed. */
function failureOf(lines: readonly string[], cwd: string): string | undefined {
  for (const line of lines) {
    const env = { ...process.env, ...withQuickGcc(), NODE_OPTIONS: '' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
    if (status !== 0 && !TOO_SLOW.test(stderr))
      return `${line}\nended with ${status ?? 'a signal'}:\n${stdout}\n${stderr}`;
  }
  return undefined;
}

/** The lines of a page that this machine can run, shortened. */
function toRun({ path, lines }: (typeof all)[number]): readonly string[] {
  return lines
    .filter((line) => !patterns.some((pattern) => pattern.test(`${path}: ${line}`)))
    .filter((line) => {
      const missing = missingFor(line);
      if (missing) noteSkipped(`${missing} (apt-get install ${tools[missing]})`);
      return !missing;
    })
    .map(shortened);
}

beforeAll(buildOnce);

describe('commands of pages', () => {
  const runnable = all.map((page) => ({ path: page.path, lines: toRun(page) })).filter(({ lines }) => lines.length > 0);

  test('what is not run is on a page', () => {
    const shown = all.flatMap(({ path, lines }) => lines.map((line) => `${path}: ${line}`));
    expect(patterns.filter((pattern) => !shown.some((line) => pattern.test(line)))).toEqual([]);
  });

  test.each(runnable)('those of $path run', ({ path, lines }) => {
    const folder = scratchCheckout(readFileSync(path, 'utf8'));
    try {
      expect(failureOf([...(preparations[path] ?? []), ...lines], folder)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
