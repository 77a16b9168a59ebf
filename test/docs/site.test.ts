import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { sidebarOf } from '../../site/.vitepress/sidebar.js';
import { pages } from '../support/pages.js';

const sections = sidebarOf(readFileSync('docs/index.md', 'utf8'));
const items = sections.flatMap((section) => section.items);

test('the sidebar has a section for each folder of pages, and names that begin with a capital', () => {
  expect(sections.map(({ text }) => text)).toEqual(['Guide', 'Reference', 'Design', 'Benchmarks']);
  expect(items.filter(({ text }) => !/^[A-Z]/.test(text))).toEqual([]);
});

test('the sidebar lists every page of docs/ once', () => {
  const listed = items.map(({ link }) => `${link.slice(1)}.md`);
  const own = pages.filter((path) => path.startsWith('docs/') && path !== 'docs/index.md');
  expect(listed.toSorted()).toEqual(own.toSorted());
});

test('what the config of the site links to is there', () => {
  const config = readFileSync('site/.vitepress/config.mjs', 'utf8');
  const links = Array.from(config.matchAll(/link: '\/([^']+)'/g), ([, path]) => `${path!}.md`);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
