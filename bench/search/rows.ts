import { searchOptions, type SearchFlags } from '../../src/cli/commands/search-options.js';
import { searchSettings } from '../../src/cli/search-settings.js';
import { acquisitions } from '../../src/explorer/acquisition/registry.js';
import { explorers, usesModel } from '../../src/explorer/registry.js';
import { selections } from '../../src/explorer/selection/registry.js';
import { models } from '../../src/model/registry.js';
import type { Knowledge } from './history.js';

/** What decides a search, seed and trials apart: the part of the tuner's settings that the command line chooses. */
export type SearchSettings = ReturnType<typeof searchSettings>;

/** A line of the scoreboard. */
export interface Row {
  /** The part of the page: explorers and models, or what is varied. */
  readonly part: string;
  readonly name: string;
  readonly settings: SearchSettings;
  readonly knowledge: Knowledge;
}

export const FIRST_PART = 'explorers and models';

const none: Knowledge = { kind: 'none' };

const options = searchOptions();

/** The settings of a search on the command line; what is not said is as always. */
function settingsOf(flags: object): SearchSettings {
  const usual = Object.fromEntries(options.map((option) => [option.attributeName(), option.defaultValue as unknown]));
  return searchSettings({ ...usual, ...flags } as unknown as SearchFlags);
}

/** What `tune` does when it is not told otherwise. */
export const defaults = settingsOf({});

/** `explorer sa, model xgb-rank, …`. */
export function describe(settings: SearchSettings): string {
  return Object.entries(settings)
    .map(([setting, value]) => `${setting} ${String(value)}`)
    .join(', ');
}

interface Varied {
  /** Of the command line, by its key. */
  readonly option: string;
  readonly title: string;
  readonly values: readonly unknown[];
  /** What else must change for the option to mean anything. */
  readonly beside?: object;
}

const varied: readonly Varied[] = [
  { option: 'model', title: 'model', values: Object.keys(models) },
  { option: 'features', title: 'features', values: ['values', 'knobs', 'loops,knobs', 'curve,knobs', 'loops'] },
  {
    option: 'acquisition',
    title: 'ensemble, acquisition',
    values: Object.keys(acquisitions),
    beside: { model: 'xgb-rank-ensemble' },
  },
  { option: 'selection', title: 'selection', values: Object.keys(selections) },
  { option: 'epsilon', title: 'epsilon', values: [0, 0.05, 0.1, 0.2] },
  { option: 'batchSize', title: 'batch size', values: [4, 8, 16, 32, 64] },
];
const FIRST_BATCHES = [8, 12, 16, 32];

/** The scoreboard: what searches, one change of the defaults each, and the defaults with what may be known beforehand. */
export function allRows(amplitude: number): readonly Row[] {
  return [...comparison(), ...ablations(), ...histories(amplitude)];
}

/** Random search first, then every explorer, with every model if it asks one. */
function comparison(): readonly Row[] {
  const names = ['random', ...Object.keys(explorers).filter((explorer) => explorer !== 'random')];
  return names.flatMap((explorer) => {
    const asked = usesModel(explorer) ? Object.keys(models) : [undefined];
    return asked.map((model) => ({
      part: FIRST_PART,
      name: model === undefined ? explorer : `${explorer}, ${model}`,
      settings: settingsOf({ explorer, ...(model !== undefined && { model }) }),
      knowledge: none,
    }));
  });
}

/** Options that the command line does not have are passed over. */
function ablations(): readonly Row[] {
  const known = varied.filter(({ option }) => options.some((one) => one.attributeName() === option));
  const changed = (part: string, value: unknown, settings: SearchSettings): Row => ({
    part,
    name: `${part} ${String(value)}`,
    settings,
    knowledge: none,
  });
  return [
    ...known.flatMap(({ option, title, values, beside }) =>
      values.map((value) => changed(title, value, settingsOf({ ...beside, [option]: value }))),
    ),
    ...FIRST_BATCHES.map((firstBatch) => changed('first batch', firstBatch, { ...defaults, firstBatch })),
  ];
}

function histories(amplitude: number): readonly Row[] {
  const all: readonly Knowledge[] = [
    none,
    { kind: 'other tasks' },
    { kind: 'other machine' },
    { kind: 'made-up machine', amplitude },
  ];
  return all.map((knowledge) => ({
    part: 'history',
    name: `history: ${knowledge.kind}`,
    settings: defaults,
    knowledge,
  }));
}

/** Whether a row is the search of `tune` as it is. */
export function isDefault({ settings, knowledge }: Row): boolean {
  return knowledge.kind === 'none' && JSON.stringify(settings) === JSON.stringify(defaults);
}
