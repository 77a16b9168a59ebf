/** What started this job, as the runner reports it. */
import { readFileSync } from 'node:fs';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Event
 * @property {string} name
 * @property {string} repository `owner/name`
 * @property {string | undefined} refusal why nothing may run for it, as a sentence
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
    refusal: refusalOf(name, payload, repository),
    pullRequest: typeof pull?.number === 'number' ? pull.number : undefined,
    isInFork,
    mayOpen: ['schedule', 'workflow_dispatch'].includes(name) && !isInFork,
    branch: env['GITHUB_REF_TYPE'] === 'tag' ? undefined : env['GITHUB_REF_NAME'],
    commit: env['GITHUB_SHA'] ?? '',
    api: env['GITHUB_API_URL'] ?? 'https://api.github.com',
    run: server && run && repository ? `${server}/${repository}/actions/runs/${run}` : undefined,
  };
}

/** Events that only who may write to this repository can cause, whose code is this repository's. */
const own = ['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'];

/** Events of a pull request, whose code is that of its head. */
const ofPull = ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'];

/**
 * Decided by a list of events, since an event need not show what a job has checked out: a comment on a pull request
 * is an event of this repository, and the job may have checked out a stranger's code for it.
 *
 * @param {string} name
 * @param {any} payload
 * @param {string} repository
 * @returns {string | undefined}
 */
function refusalOf(name, payload, repository) {
  if (own.includes(name)) return undefined;
  if (ofPull.includes(name))
    return isForeign(payload.pull_request?.head?.repo, repository)
      ? 'this pull request comes from a fork, whose code does not run on this machine.'
      : undefined;
  if (name === 'workflow_run') {
    const run = Object(payload.workflow_run);
    if (isForeign(run.head_repository, repository))
      return 'the run that started this one comes from a fork, whose code does not run on this machine.';
    // Of other events its head is the default branch, whatever it has checked out.
    if ([...own, 'pull_request'].includes(run.event)) return undefined;
    return `the event before this one (${textOf(run.event)}) does not show whose code its run checked out.`;
  }
  const known = [...own, ...ofPull, 'workflow_run'].join(', ');
  return `the event ${textOf(name)} does not show whose code the job checked out: start the job by one of ${known}.`;
}

/**
 * Its name decides: in a repository that is a fork itself, its own branches are of a fork, too. The repository of a
 * head is null when it was deleted.
 *
 * @param {{ full_name?: unknown } | null | undefined} head
 * @param {string} repository
 */
function isForeign(head, repository) {
  if (typeof head?.full_name !== 'string' || repository === '') return true;
  return head.full_name.toLowerCase() !== repository.toLowerCase();
}

/** @param {unknown} name */
function textOf(name) {
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'without a name';
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
