import { readFileSync } from 'node:fs';

/** What this machine's CPU has, as /proc/cpuinfo names it; nothing where the system does not say. */
export function cpuFeatures(): readonly string[] {
  try {
    const flags = /^(?:flags|Features)\s*: (.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
    return flags.split(/\s+/).filter((flag) => flag !== '');
  } catch {
    return [];
  }
}
