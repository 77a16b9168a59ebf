import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WorkError } from './errors.js';

/** What a mark looks like: namespace of process ids, process id, when it started. */
const markPattern = /^(\d+)-(\d+)-(\d+)$/;

/** Folders that were looked through for what dead processes left. */
const swept = new Set<string>();

/**
 * A name of this process that no other one has or will have, a part of names of temporary files, so that a later run
 * recognises what a killed process left; `0` where the system reports too little of processes.
 */
export function ownerMark(): string {
  const namespace = namespaceOfProcesses();
  const start = startOf(process.pid);
  return namespace === undefined || start === undefined ? '0' : [namespace, process.pid, start].join('-');
}

/**
 * Makes a folder `PREFIX-MARK-RANDOM` in a parent, after it has removed those that dead processes left there. Throws
 * WorkError when the parent cannot be written to.
 */
export function makeOwnedFolder(parent: string, prefix: string): string {
  sweep(parent, prefix);
  try {
    return mkdtempSync(join(parent, `${prefix}-${ownerMark()}-`));
  } catch (error) {
    throw new WorkError(
      `No temporary folder can be made in ${parent} (${(error as Error).message}): set TMPDIR to a folder that can be written to.`,
    );
  }
}

/**
 * Removes the files and folders `PREFIX-MARK-RANDOM` of a parent whose process is dead, once in the life of this one.
 * What cannot be removed (it is another user's) stays.
 */
export function sweep(parent: string, prefix: string): void {
  const key = join(parent, prefix);
  if (swept.has(key)) return;
  swept.add(key);
  for (const name of namesIn(parent)) {
    const mark = name.startsWith(`${prefix}-`) ? name.slice(prefix.length + 1).replace(/-[^-]*$/, '') : '';
    if (!isOfTheDead(mark)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Somebody else's, or removed by another run at the same time.
    }
  }
}

/** Whether a mark is that of a process that is no more. One in another namespace of process ids may live. */
function isOfTheDead(mark: string): boolean {
  const [, namespace, pid, start] = markPattern.exec(mark) ?? [];
  if (namespace === undefined || namespace !== namespaceOfProcesses()) return false;
  return startOf(Number(pid)) !== start;
}

/** Containers that share a folder for temporary files do not see each other's processes. */
function namespaceOfProcesses(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    return undefined;
  }
}

/** When a process started, in ticks since the machine did; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    // "PID (NAME) STATE …", where a name may hold spaces and parentheses; the start is field 22.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
