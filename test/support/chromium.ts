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

/** What a reader does with a page: a click on the first element of a selector, where it is given. */
export interface Step {
  readonly click?: string;
  /** Selectors that all find something when the next step may come. */
  readonly until: readonly string[];
}

/**
 * A page, drawn in a frame of 1200 x 3000 pixels. Its document is handed over when all steps are done, or after a
 * minute: what a browser prints at the end of loading may come before the first frame was drawn.
 */
export async function drawnInChromium(page: string, steps: readonly Step[], profile: string): Promise<Drawn> {
  const frame = `<link rel="icon" href="data:,"><iframe src="/page" width="1200" height="3000"></iframe><script>
    const end = performance.now() + 60000;
    const pause = () => new Promise((over) => setTimeout(over, 20));
    const found = (selector) => document.querySelector('iframe').contentDocument.querySelector(selector);
    const follow = async () => {
      for (const { click, until } of ${JSON.stringify(steps)}) {
        if (click) found(click)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        while (!until.every(found) && performance.now() < end) await pause();
      }
      await fetch('/dom', { method: 'POST', body: found('html').outerHTML });
    };
    follow();
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
