import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What commands of pages read of a checkout. By links to more they would write to what somebody left there. */
const read = ['bin', 'examples', 'logs/shipped', 'test'];

/** A folder where the commands of a page run as in a checkout, with the files that it shows (`# NAME` in a block). */
export function scratchCheckout(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tune-page-'));
  mkdirSync(join(folder, 'logs'));
  for (const path of read) symlinkSync(resolve(path), join(folder, path));
  for (const [, name, text] of page.matchAll(/^```\w+\n# (\S+\.\w+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, name!), text!);
  return folder;
}
