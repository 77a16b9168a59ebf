/** The pull request with new logs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { slug } from './cache.mjs';
import { ApiProblem } from './github.mjs';
import { Problem } from './problem.mjs';
import { annotate, bodyOf } from './workflow.mjs';

/**
 * Puts logs on a branch of this manifest and machine, which begins anew at the commit of this job, and opens a pull
 * request for it, or updates the one that is open; its address. Undefined where that is not asked for, or not this
 * job's to do. Throws Problem.
 *
 * @param {object} of
 * @param {import('./inputs.mjs').Inputs} of.inputs
 * @param {import('./event.mjs').Event} of.event
 * @param {import('./github.mjs').GitHub | undefined} of.github
 * @param {readonly string[]} of.logs names in the folder of logs
 * @param {string} of.machine
 * @param {string} of.markdown
 * @returns {Promise<string | undefined>}
 */
export async function openPullRequest({ inputs, event, github, logs, machine, markdown }) {
  if (!inputs.pullRequest || logs.length === 0) return undefined;
  if (!event.mayOpen) {
    const who = event.isInFork ? 'in a fork no job' : 'a job of a schedule, or one started by hand,';
    if (event.pullRequest === undefined) annotate('notice', `New logs wait in the cache: ${who} opens a pull request.`);
    return undefined;
  }
  if (!github)
    throw new Problem('A pull request needs a token: give the input token one, or set pull-request to false.');
  if (event.branch === undefined) throw new Problem('This job runs on a tag: start it on a branch for a pull request.');
  const files = logs.map((name) => fileOf(join(inputs.logs, name)));
  const title = `tune retune: new logs for ${machine}`;
  const commit = await commitOf(github, event.commit, files, title);
  const branch = ['tune-retune', slug(event.branch), slug(inputs.manifest), slug(machine)].join('/');
  await moveBranch(github, branch, commit);
  const last = event.run ? `, last [this one](${event.run})` : '';
  const body = `${bodyOf(markdown)}\nEach job writes this branch anew${last}.\n`;
  return await openOrUpdate(github, event, branch, { title, body });
}

/** A file, and its path in the repository. @param {string} path */
function fileOf(path) {
  const whole = resolve(path);
  const root = rootOf(dirname(whole));
  return { path: relative(root, whole).split(sep).join('/'), content: readFileSync(whole).toString('base64') };
}

/** The checkout that a folder is in. @param {string} folder @returns {string} */
function rootOf(folder) {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at))
      throw new Problem(
        `${folder} is in no checkout of a repository: keep the logs in the repository for a pull request.`,
      );
  }
}

/**
 * @param {import('./github.mjs').GitHub} github
 * @param {string} parent
 * @param {readonly { readonly path: string, readonly content: string }[]} files
 * @param {string} message
 * @returns {Promise<string>}
 */
async function commitOf(github, parent, files, message) {
  const base = await github.request('GET', `/git/commits/${encodeURIComponent(parent)}`);
  const tree = [];
  for (const { path, content } of files) {
    const { sha } = await github.request('POST', '/git/blobs', { content, encoding: 'base64' });
    tree.push({ path, mode: '100644', type: 'blob', sha });
  }
  const { sha } = await github.request('POST', '/git/trees', { base_tree: base.tree.sha, tree });
  const commit = await github.request('POST', '/git/commits', { message, tree: sha, parents: [parent] });
  return commit.sha;
}

/** @param {import('./github.mjs').GitHub} github @param {string} branch @param {string} sha */
async function moveBranch(github, branch, sha) {
  try {
    await github.request('PATCH', `/git/refs/heads/${branch}`, { sha, force: true });
  } catch (error) {
    // Of a branch that is not there, GitHub answers 422, or 404.
    if (!(error instanceof ApiProblem) || ![404, 422].includes(error.status)) throw error;
    await github.request('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha });
  }
}

/**
 * @param {import('./github.mjs').GitHub} github
 * @param {import('./event.mjs').Event} event
 * @param {string} branch
 * @param {{ readonly title: string, readonly body: string }} text
 * @returns {Promise<string>}
 */
async function openOrUpdate(github, { repository, branch: base }, branch, text) {
  const [owner = ''] = repository.split('/');
  const asked = new URLSearchParams({ head: `${owner}:${branch}`, base: /** @type {string} */ (base), state: 'open' });
  const [open] = await github.request('GET', `/pulls?${asked}`);
  const answer = open
    ? await github.request('PATCH', `/pulls/${open.number}`, text)
    : await github.request('POST', '/pulls', { ...text, head: branch, base });
  return String(answer.html_url);
}
