import { readFileSync } from 'node:fs';

/** This machine's features, as its kernel lists them. */
export function featuresHere(): ReadonlySet<string> {
  const lists = readFileSync('/proc/cpuinfo', 'utf8').matchAll(/^(?:flags|Features)\s*:(.*)$/gm);
  return new Set(Array.from(lists).flatMap(([, list = '']) => list.trim().split(' ')));
}
