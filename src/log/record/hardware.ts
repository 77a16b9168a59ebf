/** Hardware that records were measured on, and which of it is most like another. */
import type { TuneRecord } from './record.js';

/** What a record says of where it was measured. */
export interface Hardware {
  /** `amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k`; undefined where nobody wrote it down. */
  readonly fingerprint: string | undefined;
  /** `llvm -mcpu=x86-64-v4 -threads=1` */
  readonly target: string;
}

/** A difference in words, and what it weighs, in doublings of a size. */
interface Difference {
  readonly what: string;
  readonly weight: number;
  /** Of more than sizes and models: what schedules were fitted to is another kind of core. */
  readonly isOfMake?: true;
}

/**
 * What it costs a schedule to come from there, in doublings of a size: nothing moves between kinds of targets, little
 * between instruction sets, and caches and cores say more of one maker's models than names.
 */
const weights = { kind: 64, isa: 8, unknown: 8, vendor: 4, model: 0.5 } as const;

export function hardwareOf({ target, tune }: Pick<TuneRecord, 'target' | 'tune'>): Hardware {
  return { target, fingerprint: tune?.fingerprint };
}

/** What it costs a schedule to come from there, in doublings of a size. */
export function hardwareDistance(own: Hardware, other: Hardware): number {
  return differencesOf(own, other).reduce((sum, { weight }) => sum + weight, 0);
}

/** Whether the other one has other instruction sets, is another maker's, or is unknown. */
export function isOfOtherMake(own: Hardware, other: Hardware): boolean {
  return differencesOf(own, other).some(({ isOfMake }) => isOfMake);
}

/** The given, those first that are most like `own`; equally alike ones as they stand. */
export function byNearestHardware<T>(own: Hardware, given: readonly T[], of: (one: T) => Hardware): readonly T[] {
  return given
    .map((one) => ({ one, far: hardwareDistance(own, of(one)) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ one }) => one);
}

/** In what `other` differs from `own`, the weightiest first: `x86-64-v4 instead of x86-64-v3`. */
export function hardwareDifferences(own: Hardware, other: Hardware): readonly string[] {
  return differencesOf(own, other)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ what }) => what);
}

function differencesOf(own: Hardware, other: Hardware): readonly Difference[] {
  return [...targetDifferences(own.target, other.target), ...machineDifferences(own.fingerprint, other.fingerprint)];
}

function targetDifferences(own: string, other: string): readonly Difference[] {
  const [[kind, ...options], [otherKind, ...otherOptions]] = [wordsOf(own), wordsOf(other)];
  if (kind !== otherKind) return [{ what: `${otherKind} instead of ${kind}`, weight: weights.kind, isOfMake: true }];
  const [mine, theirs] = [optionsIn(options), optionsIn(otherOptions)];
  const keys = [...new Set([...mine.keys(), ...theirs.keys()])];
  return keys.flatMap((key): Difference[] => {
    const [a, b] = [mine.get(key), theirs.get(key)];
    if (a === b) return [];
    const what = `${key} ${b ?? 'unnamed'} instead of ${a ?? 'unnamed'}`;
    const size = doublings(Number(a), Number(b));
    return [size === undefined ? { what, weight: weights.isa, isOfMake: true } : { what, weight: size }];
  });
}

function machineDifferences(own: string | undefined, other: string | undefined): readonly Difference[] {
  if (own === other) return [];
  if (own === undefined || other === undefined)
    return [{ what: 'an unknown machine', weight: weights.unknown, isOfMake: true }];
  const [[name, ...sizes], [otherName, ...otherSizes]] = [partsOf(own), partsOf(other)];
  const [mine, theirs] = [sizesIn(sizes), sizesIn(otherSizes)];
  const sized = [...mine].flatMap(([unit, size]): Difference[] => {
    const theirSize = theirs.get(unit);
    if (theirSize === size) return [];
    const named = (of: number | undefined): string => unit.replace('#', of === undefined ? '?' : String(of));
    return [{ what: `${named(theirSize)} instead of ${named(size)}`, weight: doublings(size, theirSize) ?? 1 }];
  });
  if (name === otherName) return sized;
  const vendor = (of: string): string => of.split('-')[0]!;
  const what = `${otherName} instead of ${name}`;
  const isOneVendor = vendor(name) === vendor(otherName);
  return [isOneVendor ? { what, weight: weights.model } : { what, weight: weights.vendor, isOfMake: true }, ...sized];
}

/** Between two sizes; undefined where one is none. */
function doublings(a: number, b: number | undefined): number | undefined {
  const far = b === undefined ? NaN : Math.abs(Math.log2(a / b));
  return Number.isFinite(far) ? far : undefined;
}

function wordsOf(target: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = target.trim().split(/\s+/);
  return [first, ...rest];
}

function partsOf(fingerprint: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = fingerprint.split('.');
  return [first, ...rest];
}

/** `-threads=2` → threads, 2. */
function optionsIn(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const [key, ...value] = word.replace(/^-+/, '').split('=');
      return [key!, value.join('=')];
    }),
  );
}

/** `l1-32k` → l1-#k, 32; what has no number is left out. */
function sizesIn(parts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    parts.flatMap((part): [string, number][] => {
      const [, before, size, unit] = /^(.*?)(\d+)([a-z]*)$/.exec(part) ?? [];
      return size === undefined ? [] : [[`${before!}#${unit!}`, Number(size)]];
    }),
  );
}
