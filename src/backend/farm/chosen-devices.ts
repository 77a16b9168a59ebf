import { FarmConnection } from '../../measure/farm/connection.js';
import { deviceFilter } from '../../measure/farm/device-filter.js';
import type { CardHead, DeviceCard } from '../../measure/farm/messages.js';
import { otherVersions } from '../../measure/farm/other-versions.js';
import { Registry } from '../../measure/farm/registry.js';
import { valueType } from '../../ir/tensor.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { grouped } from '../../target/grouped.js';
import { packageVersion } from '../../target/package-version.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { parseTarget } from '../registry.js';
import { namesProcessor, wordsOf } from '../target-string.js';
import { farmTarget } from './named-target.js';

/** Devices of a farm that share the trials of a run: all of one fingerprint, so that their times compare. */
export interface ChosenDevices {
  readonly url: string;
  readonly cards: readonly [DeviceCard, ...DeviceCard[]];
  /** What a person should know of the choice. */
  readonly notes: readonly string[];
}

/**
 * Chooses the devices of a run: of those that a filter means, of a kind if there are any, that are there and not
 * drained, the largest group of one fingerprint. Throws as `FarmConnection.open`, UsageError for a filter that cannot
 * be, WorkError without a device.
 */
async function chooseDevices(
  url: string,
  filter: string | undefined,
  kind: string | undefined,
): Promise<ChosenDevices> {
  const isMeant = filter === undefined ? () => true : deviceFilter(filter);
  const farm = await FarmConnection.open(url);
  try {
    const registry = new Registry(farm);
    const members = await registry.devices();
    const others = await registry.others('devices');
    const strangers = (await registry.countAnnounced()) - members.length - others.length;
    const there = members.filter(({ card, alive, drained }) => alive && !drained && isMeant(card));
    const cards = there.map(({ card }) => card);
    const ofKind = cards.filter((card) => card.kind === kind);
    const [first, ...apart] = groupsOf(ofKind.length > 0 ? ofKind : cards);
    if (!first) throw new WorkError(noDevice(members.length, strangers, others, filter));
    return { url, cards: first, notes: notesOf(first, apart.flat(), others) };
  } finally {
    await farm.close();
  }
}

/**
 * The same of options, of which none may be given; `kind` is that of the run's target, where it has one. Throws
 * UsageError for devices without a farm, too.
 */
export async function devicesFor(
  given: { readonly farm?: string; readonly device?: string },
  kind?: string,
): Promise<ChosenDevices | undefined> {
  if (given.farm !== undefined) return chooseDevices(given.farm, given.device, kind);
  if (given.device === undefined) return undefined;
  throw new UsageError('--device chooses among the devices of a farm: give --farm URL, too.');
}

/** The kind of targets that are all of one. */
export function commonKind(targets: readonly string[]): string | undefined {
  const kinds = new Set(targets.map((text) => wordsOf(text)[0]));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/**
 * The target of a run on chosen devices: theirs, where the text names no processor; `threads` is the --threads option,
 * the default what the text says, or the devices' own. Throws as `parseTarget`, and UsageError for a kind that the
 * devices are not of.
 */
export function targetOn({ cards: [card] }: ChosenDevices, text: string, threads?: number, dtype = valueType): Target {
  const { backend, side, options } = farmTarget(text);
  const { kind, model } = backend;
  if (kind !== card.kind)
    throw new UsageError(
      `The devices of the farm that are meant run ${card.kind}, not ${kind}: name others with --device, or --target ${card.kind}.`,
    );
  const own = card.targets[dtype] ?? card.targets[valueType]!;
  const count = threads ?? threadsIn(text) ?? threadsIn(own) ?? card.cores;
  const target = parseTarget(namesProcessor(options) ? text : own, model === 'simd' ? count : threads);
  const [asked, there] = [side.laneOf(target), side.laneOf(parseTarget(own))];
  if (asked !== there) throw new UsageError(`The devices of the farm that are meant run ${there}, not ${asked}.`);
  const measured = { ...target, machine: card.fingerprint };
  return measured.model === 'simd' ? { ...measured, caches: card.caches } : measured;
}

function threadsIn(text: string): number | undefined {
  const found = /\s-threads=(\d+)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** How records are read that chosen devices shall run, and which of them are of such devices. */
export function onDevices<K extends Known>(
  { cards: [{ fingerprint }] }: ChosenDevices,
  known: K,
): { readonly known: K; readonly isComparable: (record: Recorded) => boolean } {
  const parseHere = (text: string): Target => ({ ...known.parseTarget(text), machine: fingerprint });
  return { known: { ...known, parseTarget: parseHere }, isComparable: ({ tune }) => tune?.fingerprint === fingerprint };
}

/** What a record says of where it was measured. */
interface Recorded {
  readonly tune?: { readonly fingerprint?: string | undefined } | undefined;
}

/** By what their times compare by, the largest first. */
function groupsOf(cards: readonly DeviceCard[]): readonly (readonly [DeviceCard, ...DeviceCard[]])[] {
  const groups = [
    ...grouped(cards, ({ kind, fingerprint, references = '' }) => [kind, fingerprint, references].join()).values(),
  ];
  return groups.toSorted((a, b) => b.length - a.length);
}

function notesOf(
  chosen: readonly DeviceCard[],
  aside: readonly DeviceCard[],
  others: readonly CardHead[],
): readonly string[] {
  const names = (cards: readonly DeviceCard[]): string => cards.map(({ name }) => name).join(', ');
  const [{ fingerprint, emulated }] = chosen as [DeviceCard];
  return [
    `Farm: ${plural(chosen.length, 'device')} (${names(chosen)}), ${fingerprint}.`,
    ...(emulated ? ['These devices are emulated: answers are checked, times mean nothing.'] : []),
    ...(aside.length > 0
      ? [`Not used beside them, since they are not alike: ${names(aside)} (--device chooses).`]
      : []),
    ...(others.length > 0 ? [`Not used, of another version of tune: ${otherVersions(others)}.`] : []),
  ];
}

function noDevice(known: number, strangers: number, others: readonly CardHead[], filter: string | undefined): string {
  if (known === 0 && others.length > 0)
    return `The farm's ${plural(others.length, 'device')} ${others.length === 1 ? 'is' : 'are'} of another version of tune than this ${packageVersion()}: ${otherVersions(others)}; install one version on all.`;
  if (known === 0 && strangers > 0)
    return `The farm's ${plural(strangers, 'device')} signed with another secret than this machine's: use the same on all (TUNE_FARM_SECRET, or the file ~/.config/tune/farm-secret).`;
  const which = filter === undefined ? '' : ` that ${filter} means`;
  const count = known === 0 ? '' : ` (${plural(known, 'device')} known: tune farm status)`;
  return `The farm has no device${which} that is there and not drained${count}: start one with tune worker --queue URL --device NAME.`;
}
