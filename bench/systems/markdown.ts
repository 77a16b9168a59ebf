import { roundRobin } from '../../src/network/schedule/schedulers/round-robin.js';
import { rules, type Rule } from '../../src/transfer/dispatch/held-out.js';
import { markdownTable, markdownRow } from '../markdown-table.js';
import { HEAD } from '../together/schedulers.js';
import { beside, DEFAULT, DEFAULT_WITH_HISTORY, ORACLE, RANDOM } from './beside.js';
import { MARKS, type SearchFigures } from './figures.js';
import type { Measured } from './measure.js';
import { CLAIRVOYANT, type SchedulerFigures } from './schedulers.js';
import { bestOn, reachOf } from './spaces.js';
import type { System, Way } from './system.js';
import { dispatchVerdict, schedulerVerdict, searchVerdict, type Judged } from './verdict.js';

/** What is not there. */
const DASH = '–';
const MISSING = 'not measured this time.';

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
    `## P by space\n\n${reachOf(measured)}\n\n${markdownTable(
      ['space', 'P of the default', 'best other search', 'its P', 'best of Kernel Tuner', 'its P'],
      spaceRows(measured),
    )}`,
    `## A schedule for a shape that was not tuned\n\n${markdownTable(['log', ...rules], dispatchRows(measured))}`,
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

function verdictOf(way: Way, { searches, alone, schedulers, dispatch }: Measured): string {
  switch (way.kind) {
    case 'scheduler': {
      const [own, base, bound] = [way.scheduler, roundRobin.name, CLAIRVOYANT].map((name) => schedulers.get(name));
      return own ? schedulerVerdict(own, base!, bound!) : MISSING;
    }
    case 'dispatch': {
      if (!dispatch || dispatch.logs.length === 0) return MISSING;
      const judged = (rule: Rule): Judged => ({ name: rule, scores: dispatch.scores(rule) });
      return dispatchVerdict(judged(way.rule), judged(way.base));
    }
    default: {
      const others = way.kind === 'together' ? alone : searches;
      const hasHistory = way.kind === 'search' && way.hasHistory === true;
      const own = searches.get(way.name);
      const [standard, base] = [hasHistory ? DEFAULT_WITH_HISTORY : DEFAULT, way.base].map((name) => others.get(name));
      return own && standard && base ? searchVerdict(own, { standard, base, random: others.get(RANDOM)! }) : MISSING;
    }
  }
}

/** What systems stand beside, then every search of every system; a system without any has dashes. */
function searchRows(systems: readonly System[], { searches, peers, times }: Measured): readonly (readonly string[])[] {
  const names = [RANDOM, ORACLE, ...beside.map(({ name }) => name)];
  const cells = (figures: SearchFigures | undefined): readonly string[] => [
    ...reached(figures),
    times ? timesOf(figures) : DASH,
  ];
  const stand = names.map((name) => ['', `*${name}*`, ...cells(searches.get(name))]);
  const own = systems.flatMap(({ name, ways }) => {
    const searched = ways.filter(({ kind }) => kind === 'search' || kind === 'together').map(nameOf);
    if (searched.length > 0) return searched.map((search) => [name, search, ...cells(searches.get(search))]);
    return [[name, ways.length > 0 ? 'see below' : DASH, ...cells(undefined)]];
  });
  return [...stand, ...peers.map((figures) => ['', figures.name, ...cells(figures)]), ...own];
}

function spaceRows({ searches, peers, spaces }: Measured): readonly (readonly string[])[] {
  const standard = searches.get(DEFAULT)!;
  const others = [...searches.values()].filter(({ name }) => name !== DEFAULT && name !== ORACLE);
  return [...spaces].map(([space, title]) => {
    const best = [bestOn(space, others), bestOn(space, peers)];
    return [
      title,
      score(standard.spaces.get(space)),
      ...best.flatMap((found) => [found?.name ?? DASH, score(found?.spaces.get(space))]),
    ];
  });
}

function score(value: number | undefined): string {
  return value?.toFixed(3) ?? DASH;
}

/** Geometric mean and worst shape, by rule. */
function dispatchRows({ dispatch }: Measured): readonly (readonly string[])[] {
  return (dispatch?.logs ?? []).map(({ title, worth }) => [
    title,
    ...rules.map((rule) => `${worth(rule).mean.toFixed(3)} / ${worth(rule).worst.toFixed(3)}`),
  ]);
}

function reached(figures: SearchFigures | undefined): readonly string[] {
  return [...MARKS.map((mark) => fractionsAt(figures, mark)), ...[figures?.p?.mean, figures?.p?.worst].map(score)];
}

function timesOf(figures: SearchFigures | undefined): string {
  const { tasks, spaces } = figures?.milliseconds ?? { tasks: undefined, spaces: undefined };
  return tasks === undefined && spaces === undefined ? DASH : [tasks, spaces].map(milliseconds).join(' / ');
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
