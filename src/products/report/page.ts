import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../target/root.js';
import type { Report } from './report.js';

/** Our own part of the page, in the order in which it runs; each file defines functions for those after it. */
const scripts = ['marks', 'table', 'lines', 'knobs', 'overview', 'task', 'peers', 'roofline', 'main'];

/**
 * The report as one page of HTML that needs nothing else. Everything that a log says is in a block of data, which no
 * browser runs; the scripts put it on the page as text. The policy allows the page's own scripts and styles alone, by
 * their hashes, and no request at all.
 */
export async function writePage(report: Report): Promise<string> {
  const client = join(packageRoot(), 'src', 'products', 'report', 'client');
  const uplot = join(createRequire(import.meta.url).resolve('uplot'), '..');
  const read = (folder: string, file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  const own = await Promise.all(scripts.map((name) => read(client, `${name}.js`)));
  const style = (await Promise.all([read(uplot, 'uPlot.min.css'), read(client, 'page.css')])).join('\n');
  const script = [await read(uplot, 'uPlot.iife.min.js'), ...own].join('\n');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>tune report</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page draws its figures with its own script, which the browser does not run. The same figures in a
terminal: tune log stats LOG...</noscript>
<main id="page"></main>
<div id="tip" role="status" aria-live="polite" hidden></div>
<script type="application/json" id="data">${dataText(report)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON in which nothing looks like a tag, and numbers have the digits that a page can show. */
function dataText(report: Report): string {
  const shorter = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digitsOf(value))) : value;
  return JSON.stringify(report, shorter).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}

/** Times since the epoch keep their seconds. */
function digitsOf(value: number): number {
  return Math.abs(value) > 1e6 ? 12 : 5;
}

/** As a content security policy names a block of text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
