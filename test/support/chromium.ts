import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export interface Drawn {
  /** The document, as HTML. */
  readonly dom: string;
  /** Paths of all that it asked the server for. */
  readonly asked: readonly string[];
  /** What it wrote to the console, a line each. */
  readonly console: readonly string[];
}

/**
 * A page, drawn in a frame of 1200 x 3000 pixels. Its document is handed over when all selectors find something, or
 * after a minute: what a browser prints at the end of loading may come before the first frame was drawn.
 */
export async function drawnInChromium(page: string, selectors: readonly string[], profile: string): Promise<Drawn> {
  const frame = `<link rel="icon" href="data:,"><iframe src="/page" width="1200" height="3000"></iframe><script>
    const end = performance.now() + 60000;
    const look = () => {
      const page = document.querySelector('iframe').contentDocument;
      const done = ${JSON.stringify(selectors)}.every((selector) => page.querySelector(selector));
      if (!done && performance.now() < end) setTimeout(look, 20);
      else fetch('/dom', { method: 'POST', body: page.documentElement.outerHTML });
    };
    look();
  </script>`;
  const asked: string[] = [];
  let handOver: (dom: Promise<string>) => void;
  const handed = new Promise<string>((resolve) => (handOver = resolve));
  const server = createServer((request, response) => {
    if (request.url === '/dom') {
      handOver(text(request));
      return;
    }
    if (request.url !== '/') asked.push(request.url!);
    response.setHeader('content-type', 'text/html').end(request.url === '/page' ? page : frame);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-logging=stderr'];
  const child = spawn(
    chromium!,
    ['--headless', ...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  const messages = text(child.stderr);
  try {
    const dom = await Promise.race([handed, ended.then(() => undefined)]);
    if (dom === undefined) throw new Error(`Chromium ended: ${await messages}`);
    child.kill();
    await ended;
    return { dom, asked, console: (await messages).split('\n').filter((line) => line.includes('CONSOLE')) };
  } finally {
    child.kill('SIGKILL');
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
