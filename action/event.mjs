/** What started this job, as the runner tells it. */
import { readFileSync } from 'node:fs';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Event
 * @property {string} name
 * @property {string} repository `owner/name`
 * @property {boolean} isOfFork a pull request whose code is not this repository's
 * @property {number | undefined} pullRequest its number
 * @property {boolean} isInFork whether this repository is a fork itself
 * @property {boolean} mayOpen whether it is a job of a schedule or started by hand, and no fork's
 * @property {string | undefined} branch that the job runs on; undefined on a tag
 * @property {string} commit that was checked out
 * @property {string} api its address
 * @property {string | undefined} run the address of this run
 */

/** @param {NodeJS.ProcessEnv} env @returns {Event} */
export function readEvent(env) {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const payload = payloadOf(env['GITHUB_EVENT_PATH']);
  const pull = payload.pull_request;
  const isInFork = payload.repository?.fork === true;
  const server = env['GITHUB_SERVER_URL'];
  const run = env['GITHUB_RUN_ID'];
  return {
    name,
    repository,
    isOfFork: pull !== undefined && isForeign(pull.head?.repo, repository),
    pullRequest: typeof pull?.number === 'number' ? pull.number : undefined,
    isInFork,
    mayOpen: ['schedule', 'workflow_dispatch'].includes(name) && !isInFork,
    branch: env['GITHUB_REF_TYPE'] === 'tag' ? undefined : env['GITHUB_REF_NAME'],
    commit: env['GITHUB_SHA'] ?? '',
    api: env['GITHUB_API_URL'] ?? 'https://api.github.com',
    run: server && run && repository ? `${server}/${repository}/actions/runs/${run}` : undefined,
  };
}

/**
 * Its name decides, where it is told: in a repository that is a fork itself, its own branches are of a fork, too. The
 * repository of a head is null when it was deleted.
 *
 * @param {{ full_name?: unknown, fork?: unknown } | null | undefined} head
 * @param {string} repository
 */
function isForeign(head, repository) {
  if (typeof head?.full_name !== 'string') return true;
  return head.full_name.toLowerCase() !== repository.toLowerCase();
}

/** What is read of it is checked where it is read. @param {string | undefined} path @returns {any} */
function payloadOf(path) {
  if (path === undefined) return {};
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Problem(`The event of this job cannot be read (${/** @type {Error} */ (error).message}).`);
  }
}
