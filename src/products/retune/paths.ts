/** Where the paths of a manifest lead: a stranger may have written it, so that none leads out of its checkout. */
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isDamage } from '../../log/record/compressed.js';
import { codeOf } from '../../log/record/log-errors.js';
import { isOtherText } from '../../log/record/no-log.js';
import type { YamlFile } from '../../target/read-yaml.js';
import { shortened } from '../../target/visible.js';

type Keys = readonly PropertyKey[];

/** The paths of one manifest. What it throws is a UsageError with the place in the file. */
export class ManifestPaths {
  readonly #root: string;

  constructor(
    private readonly manifest: string,
    private readonly problem: YamlFile<unknown>['problem'],
  ) {
    this.#root = rootOf(realpathSync(dirname(manifest)));
  }

  /** A folder, which may be missing. */
  folder(keys: Keys, path: string): string {
    const full = this.#inside(keys, path);
    if (existsSync(full) && !statSync(full).isDirectory()) throw this.problem(keys, `"${path}" is no folder`);
    return full;
  }

  /** A log that is read. */
  async log(keys: Keys, path: string): Promise<string> {
    const full = this.#inside(keys, path);
    if (!existsSync(full)) throw this.problem(keys, `there is no log "${path}"`);
    await this.#checkLog(keys, path, full);
    return full;
  }

  /** Looks at what lies in the folder of logs already. */
  checkOwn(keys: Keys, path: string): void {
    this.#checkInside(keys, path, shownIn(path));
    const there = statSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile() && !there.isDirectory())
      throw this.problem(keys, `"${shownIn(path)}" is no plain file: remove it`);
  }

  /** Looks at a log before minutes of work that would end in it. */
  async checkWritable(keys: Keys, path: string): Promise<void> {
    if (existsSync(path)) await this.#checkLog(keys, shownIn(path), path);
  }

  /** The path as it is opened, relative to the working directory. */
  #inside(keys: Keys, path: string): string {
    if (isAbsolute(path)) throw this.problem(keys, `"${path}" is absolute: write it relative to the manifest`);
    const full = join(dirname(this.manifest), path);
    this.#checkInside(keys, full, path);
    return full;
  }

  #checkInside(keys: Keys, full: string, shown: string): void {
    let real: string | undefined;
    try {
      real = realPath(resolve(full));
    } catch (error) {
      throw this.problem(keys, `"${shortened(shown)}" is no path (${codeOf(error)}): write another`);
    }
    if (real === undefined) throw this.problem(keys, `"${shown}" is a link that leads nowhere: remove it`);
    if (real === this.#root || real.startsWith(`${this.#root.replace(/\/$/, '')}${sep}`)) return;
    throw this.problem(keys, `"${shown}" leads out of ${this.#root}: keep it there, beside the manifest`);
  }

  async #checkLog(keys: Keys, shown: string, full: string): Promise<void> {
    if (!statSync(full).isFile()) throw this.problem(keys, `"${shown}" is no plain file: name a log`);
    let isOther: boolean;
    try {
      isOther = await isOtherText(full);
    } catch (error) {
      // What is left of a damaged log is read.
      if (isDamage(error)) return;
      throw this.problem(keys, `"${shown}" cannot be read (${codeOf(error)})`);
    }
    if (isOther) throw this.problem(keys, `"${shown}" holds lines and not a single record: name a log`);
  }
}

/** `logs/conv2d.resnet18.C2.jsonl` */
function shownIn(path: string): string {
  return join(basename(dirname(path)), basename(path));
}

/** Whether a file of a folder is read as a log. */
export function isLogName(name: string): boolean {
  return /\.jsonl(\.gz|\.br)?$/.test(name);
}

/** The checkout that a folder is in; without one the working directory, or the folder itself where it is elsewhere. */
function rootOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) break;
  }
  const here = realpathSync(process.cwd());
  return folder.startsWith(`${here}${sep}`) ? here : folder;
}

/** A path without links, also of what is not there yet; undefined where a link leads nowhere, or in a circle. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    const parent = realPath(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}
