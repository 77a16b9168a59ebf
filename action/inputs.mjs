/** What the workflow asks for, as the runner hands it over: INPUT_ and the name in capitals. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isPlain } from './plain.mjs';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Inputs
 * @property {string} manifest
 * @property {string} logs the folder
 * @property {string | undefined} trials
 * @property {string | undefined} minutes
 * @property {string | undefined} token
 * @property {boolean} comment
 * @property {boolean} pullRequest
 * @property {readonly string[]} command words; none: the tune that this action came with
 * @property {boolean} onlyKey
 */

/** @param {NodeJS.ProcessEnv} env @returns {Inputs} */
export function readInputs(env) {
  const text = (/** @type {string} */ name) => {
    const given = env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
    return given === '' ? undefined : given;
  };
  const isSet = (/** @type {string} */ name, /** @type {boolean} */ usual) => {
    const given = text(name)?.toLowerCase() ?? String(usual);
    if (given === 'true' || given === 'false') return given === 'true';
    throw new Problem(`The input ${name} is "${given}": write true or false.`);
  };
  const manifest = text('manifest');
  if (manifest === undefined) throw new Problem('The input manifest is missing: name the YAML file of the job.');
  return {
    manifest,
    logs: text('logs') ?? logsOf(manifest),
    trials: text('trials'),
    minutes: text('minutes'),
    token: text('token'),
    comment: isSet('comment', true),
    pullRequest: isSet('pull-request', true),
    command: wordsOf(text('command') ?? ''),
    onlyKey: isSet('only-key', false),
  };
}

/**
 * The folder that a manifest names on a line of its own; where it does so in another way, the input does it, as is
 * checked when the verdicts name the logs. Throws Problem, with the line, where it leads out of the workspace.
 *
 * @param {string} manifest
 */
function logsOf(manifest) {
  if (!existsSync(manifest)) throw new Problem(`There is no manifest ${manifest}: check out the repository first.`);
  if (!isPlain(manifest)) throw new Problem(`${manifest} is a link or no file: put the manifest itself in its place.`);
  const text = readFileSync(manifest, 'utf8');
  const found = /^logs:\s*(['"]?)([^'"#{[|>&*\n]+?)\1\s*(?:#.*)?$/m.exec(text);
  const named = found?.[2] ?? 'logs';
  const folder = join(dirname(manifest), named);
  const root = isInside(process.cwd(), manifest) ? process.cwd() : dirname(manifest);
  if (!isAbsolute(named) && isInside(root, folder)) return folder;
  const line = text.slice(0, found?.index).split('\n').length;
  throw new Problem(
    `${manifest}:${line}: logs: "${named}" leads out of the workspace: keep logs in it, beside the manifest.`,
  );
}

/** @param {string} root @param {string} path */
function isInside(root, path) {
  const [first] = relative(resolve(root), resolve(path)).split('/');
  return first !== '..';
}

/** One on each line, which may then have spaces in it, or with spaces between them. @param {string} text */
function wordsOf(text) {
  const words = text.includes('\n') ? text.split('\n') : text.split(/\s+/);
  return words.map((word) => word.trim()).filter((word) => word !== '');
}
