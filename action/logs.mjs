/** Logs of this checkout, and those that earlier jobs of this machine left in the cache. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { checkNoLink, isPlain, readPlain, writePlain } from './plain.mjs';
import { Problem } from './problem.mjs';

/** Of searches that were interrupted. */
const UNFINISHED = 'unfinished';
/** Marks for the next job that something changed which no pull request has shown yet. */
const OWED = 'owed';

/** What each log held at first, by its name. @typedef {ReadonlyMap<string, Buffer>} Snapshot */

/** @param {string} logs @returns {Snapshot} */
export function snapshot(logs) {
  return new Map(namesIn(logs).map((name) => [name, readPlain(join(logs, name))]));
}

/**
 * Brings back what earlier jobs left. What the repository holds has the last word: where neither log is the beginning
 * of the other, lines that it lacks come before its own. Returns whether a pull request is owed.
 *
 * @param {string} cache
 * @param {string} logs
 * @param {Snapshot} before
 */
export function restore(cache, logs, before) {
  for (const name of namesIn(cache)) {
    const cached = readPlain(join(cache, name));
    writePlain(join(logs, name), merged(before.get(name) ?? Buffer.alloc(0), cached));
  }
  checkNoLink(join(cache, UNFINISHED));
  for (const name of filesIn(join(cache, UNFINISHED)))
    if (!existsSync(join(logs, UNFINISHED, name))) copy(join(cache, UNFINISHED, name), join(logs, UNFINISHED, name));
  return existsSync(join(cache, OWED));
}

/**
 * Leaves for the next job what is not in the repository.
 *
 * @param {string} cache
 * @param {string} logs
 * @param {Snapshot} before
 */
export function save(cache, logs, before) {
  const wasOwed = existsSync(join(cache, OWED));
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  for (const name of differing(logs, before)) copy(join(logs, name), join(cache, name));
  for (const name of filesIn(join(logs, UNFINISHED))) copy(join(logs, UNFINISHED, name), join(cache, UNFINISHED, name));
  if (wasOwed) owe(cache);
}

/** @param {string} cache */
export function owe(cache, isOwed = true) {
  if (isOwed) writePlain(join(cache, OWED), Buffer.alloc(0));
  else rmSync(join(cache, OWED), { force: true });
}

/** Names of logs that are not as they were. @param {string} logs @param {Snapshot} before */
export function differing(logs, before) {
  return namesIn(logs).filter((name) => !before.get(name)?.equals(readPlain(join(logs, name))));
}

/**
 * Throws Problem where a job writes logs of another folder than the one that is carried on.
 *
 * @param {string} logs
 * @param {readonly import('./verdicts.mjs').Row[]} rows
 */
export function checkLogs(logs, rows) {
  const other = rows.map(({ log }) => dirname(resolve(log))).find((folder) => relative(resolve(logs), folder) !== '');
  if (other === undefined) return;
  const name = relative(process.cwd(), other);
  throw new Problem(`The manifest keeps its logs in ${name}, and the input logs says ${logs}: let it say ${name}.`);
}

/** @param {Buffer} own @param {Buffer} cached */
function merged(own, cached) {
  if (beginsWith(cached, own)) return cached;
  if (beginsWith(own, cached)) return own;
  const known = new Set(linesOf(own));
  const lacking = linesOf(cached).filter((line) => !known.has(line));
  return Buffer.concat([Buffer.from(lacking.map((line) => `${line}\n`).join('')), own]);
}

/** @param {Buffer} whole @param {Buffer} start */
function beginsWith(whole, start) {
  return whole.subarray(0, start.length).equals(start);
}

/** @param {Buffer} text */
function linesOf(text) {
  return text
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** @param {string} folder */
function namesIn(folder) {
  return filesIn(folder).filter((name) => name.endsWith('.jsonl'));
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => isPlain(join(folder, name)));
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  writePlain(to, readPlain(from));
}
