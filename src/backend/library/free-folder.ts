import { existsSync } from 'node:fs';

/** The name of a folder that a library can be written to: `name` where nothing has it, otherwise `name-2` and so on. */
export function freeFolder(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}-${number}`;
  return free;
}
