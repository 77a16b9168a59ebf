import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pages } from '../support/pages.js';

/** The text without its code, in which brackets are no links. */
function prose(page: string): string {
  return page.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, 'code');
}

/** Where the page's links lead, those to other sites left out. */
function linksOf(page: string): string[] {
  const targets = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of the page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = Array.from(page.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm), ([, text = '']) => text);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  );
}

/** The links of the page at a path that lead nowhere. */
function brokenIn(path: string, page: string): string[] {
  return linksOf(page).filter((target) => {
    const [file = '', anchor] = target.split('#');
    const meant = file === '' ? path : join(dirname(path), file);
    if (!existsSync(meant)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(meant, 'utf8')).includes(anchor);
  });
}

describe('links', () => {
  test.each(pages)('those of %s lead to a file, and their anchors to a heading', (path) => {
    expect(brokenIn(path, readFileSync(path, 'utf8'))).toEqual([]);
  });

  test('every page of docs/ is two clicks from the README or the index', () => {
    const linkedFrom = (path: string): string[] =>
      linksOf(readFileSync(path, 'utf8')).map((target) => join(dirname(path), target.replace(/#.*/, '')));
    const first = ['README.md', 'docs/index.md'].flatMap(linkedFrom);
    const second = first.filter((path) => pages.includes(path)).flatMap(linkedFrom);
    const near = new Set([...first, ...second]);
    expect(pages.filter((path) => path.startsWith('docs/') && !near.has(path))).toEqual([]);
  });

  test('the check itself sees what is broken, and no code', () => {
    const page =
      '[a](README.md) [b](no.md) [c](README.md#no) [d](https://no.where/) `[e](no.md)`\n```\n[f](no.md)\n```\n';
    expect(brokenIn('README.md', page)).toEqual(['no.md', 'README.md#no']);
  });
});
