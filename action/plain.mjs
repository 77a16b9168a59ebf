/** Files of a checkout, in which a commit of anybody's may have put links: nothing is read or written through one. */
import { closeSync, constants, lstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Problem } from './problem.mjs';

/** Throws Problem where a folder is a link, or one of those around it in the workspace. @param {string} path */
export function checkNoLink(path) {
  const parts = relative(process.cwd(), resolve(path)).split('/');
  const folders = parts[0] === '..' ? [resolve(path)] : parts.map((_, i) => join(...parts.slice(0, i + 1)));
  const link = folders.find((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link !== undefined) throw new Problem(`${link} is a link, through which no log goes: put a folder in its place.`);
}

/** Whether it is a file, and no link to one. @param {string} path */
export function isPlain(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Throws Problem where there is something else than a file. @param {string} path @param {Buffer} content */
export function writePlain(path, content) {
  checkNoLink(dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  if (lstatSync(path, { throwIfNoEntry: false }) && !isPlain(path)) throw noFile(path);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = openSync(path, flags, 0o644);
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** Throws Problem where there is something else than a file. @param {string} path */
export function readPlain(path) {
  if (!isPlain(path)) throw noFile(path);
  return readFileSync(path);
}

/** @param {string} path */
function noFile(path) {
  return new Problem(`${path} is a link or no file, through which no log goes: put a file in its place.`);
}
