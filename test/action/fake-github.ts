/** As much of GitHub's REST API as the action asks, over what it was asked before. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: Record<string, unknown>;
}

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
  readonly author_association: string;
}

interface Pull {
  readonly number: number;
  readonly html_url: string;
  readonly head: string;
  readonly base: string;
  title: string;
  body: string;
}

interface Answer {
  readonly status: number;
  readonly value: unknown;
}

const SHA = 'c'.repeat(40);

export class FakeGitHub {
  readonly asked: Asked[] = [];
  readonly comments: Comment[] = [];
  readonly pulls: Pull[] = [];
  /** Contents by the path in the tree, of each branch. */
  readonly branches = new Map<string, ReadonlyMap<string, string>>();
  /** Statuses that requests end with instead, once each, by method and the end of the path. */
  readonly failures: { readonly on: string; readonly status: number; readonly message: string }[] = [];
  readonly #objects = new Map<string, unknown>();
  readonly #server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, value } = this.#answer(request, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  addComment(body: string, type: string): void {
    this.comments.push({ id: 100 + this.comments.length, body, user: { type }, author_association: 'NONE' });
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, body: Record<string, unknown>): Answer {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = pathname.replace('/repos/someone/kernels', '');
    this.asked.push({ method, path, token: headers.authorization, body });
    const failing = this.failures.findIndex(({ on }) => `${method} ${path}`.startsWith(on));
    if (failing >= 0) {
      const [{ status, message }] = this.failures.splice(failing, 1) as [(typeof this.failures)[number]];
      return { status, value: { message } };
    }
    const value = this.#value(`${method} ${path.replace(/\/\d+|\/[0-9a-f]{40}/, '/N')}`, path, searchParams, body);
    return value === undefined ? { status: 404, value: { message: 'Not Found' } } : { status: 200, value };
  }

  #value(what: string, path: string, asked: URLSearchParams, body: Record<string, unknown>): unknown {
    const last = path.split('/').at(-1)!;
    const text = (key: string): string => String(body[key]);
    switch (what) {
      case 'GET /issues/N/comments': {
        const [page, size] = [Number(asked.get('page')), Number(asked.get('per_page'))];
        return this.comments.slice((page - 1) * size, page * size);
      }
      case 'POST /issues/N/comments':
        this.addComment(text('body'), 'Bot');
        return {};
      case 'PATCH /issues/comments/N': {
        const comment = this.comments.find(({ id }) => id === Number(last));
        if (comment) comment.body = text('body');
        return comment;
      }
      case 'GET /git/commits/N':
        return { tree: { sha: 'base' } };
      case 'POST /git/blobs':
        return this.#keep('blob', Buffer.from(text('content'), 'base64').toString());
      case 'POST /git/trees': {
        const entries = body['tree'] as { path: string; sha: string }[];
        return this.#keep('tree', new Map(entries.map(({ path, sha }) => [path, this.#objects.get(sha) as string])));
      }
      case 'POST /git/commits':
        return this.#keep('commit', this.#objects.get(text('tree')));
      case 'POST /git/refs':
        return this.#move(text('ref').replace('refs/heads/', ''), text('sha'));
      case 'GET /pulls':
        return this.pulls.filter(
          ({ head, base }) => asked.get('head') === `someone:${head}` && asked.get('base') === base,
        );
      case 'POST /pulls': {
        const number = 7 + this.pulls.length;
        const html_url = `https://github.test/someone/kernels/pull/${number}`;
        const named = { head: text('head'), base: text('base'), title: text('title'), body: text('body') };
        this.pulls.push({ number, html_url, ...named });
        return this.pulls.at(-1);
      }
      case 'PATCH /pulls/N': {
        const pull = this.pulls.find(({ number }) => number === Number(last));
        return pull && Object.assign(pull, body);
      }
      default: {
        const branch = path.replace('/git/refs/heads/', '');
        return what.startsWith('PATCH /git/refs/heads/') && this.branches.has(branch)
          ? this.#move(branch, text('sha'))
          : undefined;
      }
    }
  }

  #keep(kind: string, value: unknown): { sha: string } {
    const sha = `${kind}-${this.#objects.size}`;
    this.#objects.set(sha, value);
    return { sha };
  }

  #move(branch: string, sha: string): object {
    this.branches.set(branch, this.#objects.get(sha) as ReadonlyMap<string, string>);
    return {};
  }
}

/** What a job checked out. */
export const commit = SHA;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
