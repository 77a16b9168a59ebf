/** The one comment on a pull request. */
import { slug } from './cache.mjs';
import { bodyOf } from './workflow.mjs';

const PAGE = 100;
const MOST_PAGES = 30;

/** What makes a comment stand for something that is wrong, until a later job finds that it is not. */
const BAD = '<!-- bad -->';

/**
 * Comments where something changed or is bad, and updates that comment later. One that reported something bad is also
 * updated by a job that finds nothing bad any more; others stay as they are while nothing changes. Throws Problem.
 *
 * @param {object} of
 * @param {import('./inputs.mjs').Inputs} of.inputs
 * @param {import('./event.mjs').Event} of.event
 * @param {import('./github.mjs').GitHub | undefined} of.github
 * @param {string} of.markdown
 * @param {boolean} of.worth
 * @param {boolean} of.bad
 */
export async function comment({ inputs, event, github, markdown, worth, bad }) {
  if (!inputs.comment || event.pullRequest === undefined || !github) return;
  const marker = `<!-- tune retune ${slug(inputs.manifest)} -->`;
  const before = await find(github, event.pullRequest, marker);
  if (!worth && before?.body.includes(BAD) !== true) return;
  const from = event.run === undefined ? '' : `\nFrom [this job](${event.run}).\n`;
  const body = `${marker}${bad ? BAD : ''}\n${bodyOf(markdown)}${from}`;
  if (!before) await github.request('POST', `/issues/${event.pullRequest}/comments`, { body });
  else if (before.body !== body) await github.request('PATCH', `/issues/comments/${before.id}`, { body });
}

/**
 * The comment of an earlier job; anybody can write the marker, so that others' comments do not count.
 *
 * @param {import('./github.mjs').GitHub} github
 * @param {number} pullRequest
 * @param {string} marker
 * @returns {Promise<{ id: number, body: string } | undefined>}
 */
async function find(github, pullRequest, marker) {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await github.request('GET', `/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`);
    if (!Array.isArray(comments)) return undefined;
    const own = comments.find((one) => typeof one?.id === 'number' && isOwn(one, marker));
    if (own || comments.length < PAGE) return own;
  }
  return undefined;
}

/**
 * @param {{ body?: unknown, user?: { type?: unknown }, author_association?: unknown }} comment
 * @param {string} marker
 */
function isOwn({ body, user, author_association: association }, marker) {
  const isTrusted = user?.type === 'Bot' || ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(String(association));
  return isTrusted && typeof body === 'string' && body.startsWith(marker);
}
