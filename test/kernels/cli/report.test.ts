import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logStatsSchema } from '../../../src/products/report/task-stats.js';
import { encode } from '../../../src/log/record/record.js';
import { failedRecord, ownRecord } from '../../log/record/fixtures.js';
import { chromium, drawnInChromium, type Step } from '../../support/chromium.js';
import { run } from '../../cli/run.js';
import { testWhere } from '../../support/skips.js';

const evil =
  '</script><script>document.title="owned"</script><img src="http://127.0.0.1:1/x" onerror="document.title=1">';

let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-report-'));
  const records = Array.from({ length: 40 }, (_, i) => ({
    ...ownRecord,
    index: i,
    entity: [['tile', 'ot', i % 8] as const, ['wide', 'ot', `${evil}${i % 5}`] as const],
    costs: [0.001 * (1 + (i % 8))],
    timestamp: 1.7e9 + i,
    tune: { ...ownRecord.tune, fingerprint: evil, proposal: { batch: 1 + (i >> 3), seconds: 0.01, score: -(i % 8) } },
  }));
  const failed = { ...failedRecord, tune: { ...failedRecord.tune, message: evil, fingerprint: evil } };
  writeFileSync(at('a.jsonl'), [...records, failed].map((record) => encode(record)).join('\n'));
  writeFileSync(at('empty.jsonl'), '# nothing\n');
  writeFileSync(at('no.json'), '[{"suite": 1}]');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('tune report', () => {
  test('writes one page, which is replaced only when it is said', async () => {
    const first = await run('report', at('a.jsonl'), '--out', at('page.html'));
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/page\.html \([\d.]+ KiB\)$/)]);
    const again = await run('report', at('a.jsonl'), '--out', at('page.html'));
    expect([again.code, again.said]).toEqual([2, expect.stringMatching(/exists: --force replaces it/)]);
    expect((await run('report', at('a.jsonl'), '--out', at('page.html'), '--force')).code).toBe(0);
  });

  test.each([
    [['a.jsonl'], [], 2, /needs a file for its page: add --out/],
    [['a.jsonl'], ['--out', 'a.jsonl', '--force'], 2, /is a file that the page reads/],
    [['a.jsonl'], ['--out', 'nowhere/page.html'], 2, /cannot be written .*name another file/],
    [['empty.jsonl'], ['--out', 'b.html'], 1, /There is no record in/],
    [['gone.jsonl'], ['--out', 'b.html'], 2, /gone\.jsonl/],
    [['a.jsonl'], ['--out', 'b.html', '--bench', 'no.json'], 2, /is not what `tune bench --json` prints: 0\.suite/],
    [['a.jsonl'], ['--out', 'b.html', '--bench', 'a.jsonl'], 2, /is not JSON/],
    [['a.jsonl'], ['--out', 'b.html', '--bench', 'gone.json'], 2, /gone\.json cannot be read/],
  ])('%j %j ends with a sentence', async (logs, options, code, says) => {
    const args = options.map((option) => (option.startsWith('--') ? option : at(option)));
    const ended = await run('report', ...logs.map(at), ...args);
    expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(says)]);
    expect(existsSync(at('b.html'))).toBe(false);
  });

  test('the policy of a page allows its own script and style alone, and no request', async () => {
    await run('report', at('a.jsonl'), '--out', at('policy.html'));
    const page = readFileSync(at('policy.html'), 'utf8');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
    const inside = (tag: string): string => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].at(-1)![1]!;
    const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(inside('script'))}`,
      `style-src ${hashOf(inside('style'))}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    // What the log says is nowhere markup.
    expect(page).not.toContain('<script>document.title');
    expect(page).not.toContain('<img');
  });
});

const inBrowser = testWhere(chromium !== undefined, 'apt-get install chromium');

inBrowser(
  `in Chromium (${chromium ?? 'which is not installed'}) a page of a hostile log is drawn, and asks for nothing`,
  async () => {
    // Names of knobs and workloads are checked where logs are read; all other texts are as somebody wrote them.
    copyFileSync(at('a.jsonl'), at('<img src=x>.jsonl'));
    await run('report', at('<img src=x>.jsonl'), '--out', at('drawn.html'));
    const page = readFileSync(at('drawn.html'), 'utf8');
    const pictures = ['canvas', '.accent-line', '[class^=thread]', '[aria-label="Pair of knobs"]'];
    const { dom, asked, console } = await drawnInChromium(page, [{ until: pictures }], at('profile'));
    expect(asked).toEqual(['/page']);
    expect(console).toEqual([]);
    expect(dom).toContain('<title>tune report</title>');
    const body = dom.slice(dom.indexOf('<main'), dom.indexOf('</main>'));
    expect(body).not.toContain('<img');
    expect(body).not.toContain('<script');
    for (const title of ['Workloads', 'Best so far', 'Where the time went', 'Predicted against measured', 'Failures'])
      expect(body).toMatch(new RegExp(`<h[23][^>]*>${title}</h`));
    for (const drawn of [
      '<canvas',
      'class="accent-line"',
      'class="thread',
      'rank correlation',
      'aria-label="Pair of knobs"',
    ])
      expect(body).toContain(drawn);
  },
);

inBrowser(
  `in Chromium (${chromium ?? 'which is not installed'}) a value of a knob keeps its trials alone`,
  async () => {
    await run('report', at('a.jsonl'), '--out', at('filtered.html'));
    const page = readFileSync(at('filtered.html'), 'utf8');
    const draw = async (...steps: readonly Step[]): Promise<readonly [drawn: number, shown: number]> => {
      const { dom, console } = await drawnInChromium(page, [{ until: ['.thread'] }, ...steps], at('filtering'));
      expect(console).toEqual([]);
      const [, said = ''] = /(\d+) of \d+ trials drawn/.exec(dom) ?? [];
      return [Number(said), dom.match(/class="thread/g)?.length ?? 0];
    };
    const all = await draw();
    const value = '.tick[data-tip$="only trials with it"]';
    const some = await draw({ click: value, until: ['.tick.chosen'] });
    const none = await draw(
      { click: value, until: ['.tick.chosen'] },
      { click: '.tick.chosen', until: ['body:not(:has(.chosen)) .thread'] },
    );
    expect(all[0]).toBeGreaterThan(some[0]);
    expect(some[0]).toBeGreaterThan(0);
    for (const [said, drawn] of [all, some]) expect(drawn).toBe(said);
    expect(none).toEqual(all);
  },
);

describe('tune log stats', () => {
  test('says what is in logs', async () => {
    const { code, stdout } = await run('log', 'stats', at('a.jsonl'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^trials +41, 1 failed$/m);
    expect(stdout).toMatch(/^failed +1 /m);
    expect(stdout).toMatch(/search 402 ms/);
  });

  test('gives the same as JSON of its schema', async () => {
    const stats = logStatsSchema.parse(JSON.parse((await run('log', 'stats', at('a.jsonl'), '--json')).stdout));
    expect(stats.tasks).toHaveLength(1);
    expect(stats.tasks[0]).toMatchObject({ trials: 41, failed: 1, fingerprint: evil, explorers: ['sa'] });
    expect(stats.logs).toEqual([{ log: at('a.jsonl'), records: 41, skipped: 0 }]);
  });

  test('of a log without a record it says so', async () => {
    const { code, said } = await run('log', 'stats', at('empty.jsonl'));
    expect([code, said]).toEqual([1, expect.stringMatching(/There is no record in/)]);
  });

  test('and an unknown tool for logs is answered with the nearest', async () => {
    expect((await run('log', 'stat')).said).toMatch(/did you mean "stats"/);
  });
});
