/** GitHub's REST API. */
import { setTimeout } from 'node:timers/promises';
import { Problem } from './problem.mjs';

/** Seconds before another try. */
const PAUSES = [1, 4];
const TIMEOUT = 30_000;

/** An answer that is none; its status, or 0 where there was no answer at all. */
export class ApiProblem extends Problem {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class GitHub {
  #token;
  #base;

  /** @param {string} token @param {{ readonly api: string, readonly repository: string }} event */
  constructor(token, { api, repository }) {
    this.#token = token;
    this.#base = `${api.replace(/\/+$/, '')}/repos/${repository}`;
  }

  /**
   * The answer to a request of this repository. What does no harm twice is tried again where GitHub is not itself.
   * Throws ApiProblem.
   *
   * @param {'GET' | 'POST' | 'PATCH'} method
   * @param {string} path `/pulls?state=open`
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async request(method, path, body) {
    const mayRepeat = method !== 'POST' || path.startsWith('/git/');
    for (let tries = 0; ; tries++) {
      try {
        return await this.#once(method, path, body);
      } catch (error) {
        const pause = PAUSES[tries];
        const isTheirs =
          error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
        if (!mayRepeat || !isTheirs || pause === undefined) throw error;
        await setTimeout(1000 * pause);
      }
    }
  }

  /** @param {string} method @param {string} path @param {object | undefined} body */
  async #once(method, path, body) {
    const what = `${method} ${path.replace(/\?.*/, '')}`;
    let answer;
    let text;
    try {
      answer = await fetch(this.#base + path, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/json',
          'user-agent': 'tune-retune',
          'x-github-api-version': '2022-11-28',
        },
        signal: AbortSignal.timeout(TIMEOUT),
        ...(body && { body: JSON.stringify(body) }),
      });
      text = await answer.text();
    } catch (error) {
      const { message, cause } = /** @type {Error} */ (error);
      const why = cause instanceof Error ? cause.message : message;
      throw new ApiProblem(0, `GitHub does not answer to ${what} (${why}): run the job again.`);
    }
    const reply = jsonOf(text);
    if (answer.ok) return reply;
    const said = typeof reply?.message === 'string' ? reply.message : 'no reason was given';
    throw new ApiProblem(
      answer.status,
      `GitHub answers ${answer.status} to ${what}: ${said}${adviceOn(answer.status, path, said)}`,
    );
  }
}

/** The next step. @param {number} status @param {string} path @param {string} said */
function adviceOn(status, path, said) {
  if (/not permitted to create/.test(said))
    return '. Allow it in the settings of the repository, Actions, General, or give the input token one that may.';
  if (status === 401 || status === 403 || status === 404) {
    const needed = path.startsWith('/git/') ? 'contents: write' : 'pull-requests: write';
    return `. The job needs the permission ${needed}.`;
  }
  return '.';
}

/** @param {string} text @returns {any} */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
