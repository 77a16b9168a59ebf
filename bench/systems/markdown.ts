import { roundRobin } from '../../src/network/schedule/schedulers/round-robin.js';
import { markdownTable, markdownRow } from '../markdown-table.js';
import { HEAD } from '../together/schedulers.js';
import { MARKS, type SearchFigures } from './figures.js';
import { DEFAULT, DEFAULT_WITH_HISTORY, ORACLE, RANDOM, type Measured } from './measure.js';
import { CLAIRVOYANT, type SchedulerFigures } from './schedulers.js';
import type { System, Way } from './system.js';
import { schedulerVerdict, searchVerdict } from './verdict.js';

/** What is not there. */
const DASH = '–';

/** The generated part of docs/benchmarks/systems.md. */
export function toMarkdown(systems: readonly System[], measured: Measured): string {
  return [
    measured.about.map((line) => `- ${line}`).join('\n'),
    `## What is here, and whether it helps\n\n${table(
      ['system', 'what is here', 'names', 'label', 'verdict'],
      systems.map((system) => aboutRow(system, measured)),
    )}`,
    `## Searches\n\n${markdownTable(
      ['system', 'search', ...MARKS.map((mark) => `at ${mark}`), 'P mean', 'P worst', 'ms a trial'],
      searchRows(systems, measured),
    )}`,
    `## Schedulers\n\n${markdownTable(HEAD, schedulerRows(systems, measured))}`,
  ].join('\n\n');
}

function aboutRow(system: System, measured: Measured): readonly string[] {
  const { name, paper, here, names, label, ways } = system;
  const named = Object.entries(names).map(([kind, own]) => `${kind} ${own.map((one) => `\`${one}\``).join(', ')}`);
  return [
    `**${name}** (${paper})`,
    here,
    named.join('; ') || DASH,
    `*${label}*`,
    ways.map((way) => `${nameOf(way)}: ${verdictOf(way, measured)}`).join('<br>') || DASH,
  ];
}

function nameOf(way: Way): string {
  return way.kind === 'scheduler' ? way.scheduler : way.name;
}

function verdictOf(way: Way, { searches, schedulers, defaultBeside }: Measured): string {
  if (way.kind === 'scheduler')
    return schedulerVerdict(
      schedulers.get(way.scheduler)!,
      schedulers.get(roundRobin.name)!,
      schedulers.get(CLAIRVOYANT)!,
    );
  const own = searches.get(way.name)!;
  const hasHistory = way.kind === 'search' && way.hasHistory === true;
  const base = way.kind === 'together' ? defaultBeside : searches.get(hasHistory ? DEFAULT_WITH_HISTORY : DEFAULT)!;
  return searchVerdict(own, base, searches.get(RANDOM)!);
}

/** What systems stand beside, then every search of every system; a system without any has dashes. */
function searchRows(systems: readonly System[], { searches, peers }: Measured): readonly (readonly string[])[] {
  const beside = [RANDOM, DEFAULT, DEFAULT_WITH_HISTORY, ORACLE].map((name) => [
    '',
    `*${name}*`,
    ...cells(searches.get(name)),
  ]);
  const own = systems.flatMap(({ name, ways }) => {
    const names = ways.filter((way) => way.kind !== 'scheduler').map(nameOf);
    if (names.length > 0) return names.map((search) => [name, search, ...cells(searches.get(search))]);
    return [[name, ways.length > 0 ? 'see its scheduler' : DASH, ...cells(undefined)]];
  });
  return [...beside, ...peers.map((figures) => ['', figures.name, ...cells(figures)]), ...own];
}

function cells(figures: SearchFigures | undefined): readonly string[] {
  const { tasks, spaces } = figures?.milliseconds ?? { tasks: undefined, spaces: undefined };
  return [
    ...MARKS.map((mark) => fractionsAt(figures, mark)),
    ...[figures?.p?.mean, figures?.p?.worst].map((value) => value?.toFixed(3) ?? DASH),
    [tasks, spaces].every((value) => value === undefined) ? DASH : [tasks, spaces].map(milliseconds).join(' / '),
  ];
}

/** Geometric mean and worst task. */
function fractionsAt(figures: SearchFigures | undefined, mark: number): string {
  const place = figures?.marks.indexOf(mark) ?? -1;
  const { fractions } = figures ?? {};
  return fractions && place >= 0
    ? `${fractions.mean[place]!.toFixed(3)} / ${fractions.worst[place]!.toFixed(3)}`
    : DASH;
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? DASH : value.toFixed(value < 10 ? 1 : 0);
}

function schedulerRows(systems: readonly System[], measured: Measured): readonly (readonly string[])[] {
  const { schedulers, defaultScheduler } = measured;
  return [...schedulers.values()].flatMap((figures) =>
    [...figures.cells].map(([network, own]) => [`${network}: ${titleOf(figures, systems, defaultScheduler)}`, ...own]),
  );
}

function titleOf({ name }: SchedulerFigures, systems: readonly System[], defaultScheduler: string): string {
  const whose = systems.filter(({ ways }) => ways.some((way) => way.kind === 'scheduler' && way.scheduler === name));
  const of = whose.map((system) => system.name).join(', ');
  return `${name === defaultScheduler ? `**${name}** (default)` : name}${of === '' ? '' : ` (${of})`}`;
}

/** A table of words. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(markdownRow).join('\n');
}
