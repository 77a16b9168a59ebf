/** The folder and the keys by which logs go from job to job. */
import { join } from 'node:path';

/**
 * @typedef {object} Cache
 * @property {string} path relative to the workspace, since actions/cache finds a folder by this text alone
 * @property {string} key
 * @property {string} prefix
 */

/**
 * An entry of the cache is never changed, so that each job saves one of its own, and begins with the last of this
 * manifest and machine.
 *
 * @param {string} manifest
 * @param {string} machine
 * @param {NodeJS.ProcessEnv} env
 * @returns {Cache}
 */
export function cacheOf(manifest, machine, env) {
  const name = slug(manifest);
  const prefix = `tune-logs-${name}-${slug(machine)}-`;
  const run = [env['GITHUB_RUN_ID'] ?? '0', env['GITHUB_RUN_ATTEMPT'] ?? '1'].map(slug);
  return { path: join('.tune-retune', name), key: prefix + run.join('-'), prefix };
}

/** What names of branches, keys and files may have in them. @param {string} text */
export function slug(text) {
  const plain = text.replace(/[^\w.-]+/g, '-').replace(/\.{2,}/g, '.');
  return plain.replace(/^[.-]+|[.-]+$/g, '').slice(0, 120) || 'unnamed';
}
