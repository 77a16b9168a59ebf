import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { filesBelow } from './source-file.js';
import type { IsName } from './names.js';

/** The element types of this project. */
const known = ['float32', 'tfloat32', 'float16', 'bfloat16', 'int8', 'uint8', 'int32'];

/** Whether a text is the name of an element type: one of those known, or of a file in src/elements/. */
export function elementNames(folder = 'src/elements'): IsName {
  const files = existsSync(folder) ? filesBelow(folder, ['.ts']).map((path) => basename(path, '.ts')) : [];
  const names = new Set([...known, ...files.filter((name) => /^(t?float|bfloat|u?int)\d/.test(name))]);
  return (text) => names.has(text);
}
