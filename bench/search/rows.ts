import { acquisitions } from '../../src/explorer/acquisition/registry.js';
import { explorers } from '../../src/explorer/registry.js';
import { selections } from '../../src/explorer/selection/registry.js';
import { models } from '../../src/model/registry.js';
import { firstBatchOf, searchDefaults, searchSchema, viewsOf, type SearchSettings } from '../../src/tuner/settings.js';
import { faults } from './faulty.js';
import { nameOf, type Knowledge } from './history.js';

/** A line of the scoreboard. */
export interface Row {
  /** The part of the page: explorers and models, or what is varied. */
  readonly part: string;
  readonly name: string;
  readonly settings: SearchSettings;
  readonly knowledge: Knowledge;
  /** Whether it is another search where configs have no loop nests, and so is not run there. */
  readonly needsNests?: true;
}

export const FIRST_PART = 'explorers and models';

const none: Knowledge = { kind: 'none' };

/** `explorer sa, model xgb-rank, …`. */
export function describe(settings: SearchSettings): string {
  const { explorer, model, prune, ...rest } = settings;
  // Whatever trains it, the model is the same.
  const said = { explorer, model, features: viewsOf(settings), ...rest, trainer: undefined, prune: prune || undefined };
  return Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([setting, value]) => `${setting} ${String(value)}`)
    .join(', ');
}

/** A part of the page: the values of one option, and what else must change for it to mean anything. */
interface Varied {
  readonly option: keyof SearchSettings;
  readonly title: string;
  readonly values: readonly unknown[];
  readonly beside?: Partial<SearchSettings>;
}

const varied: readonly Varied[] = [
  { option: 'model', title: 'model', values: Object.keys(models) },
  {
    option: 'features',
    title: 'features',
    values: [['values'], ['knobs'], ['loops', 'knobs'], ['curve', 'knobs'], ['loops']],
  },
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

/**
 * The scoreboard: what searches, one change of the defaults each, and the defaults with what may be known beforehand.
 * `files`: names of those that hold other machines' trials, each a row.
 */
export function allRows(amplitude: number, files: readonly string[] = []): readonly Row[] {
  return [...comparison(), ...ablations(), ...histories(amplitude, files)];
}

/**
 * Random search first, then every explorer, with every model if it asks one. Those that only go by what is known
 * beforehand have a page of their own (docs/design/search.md).
 */
function comparison(): readonly Row[] {
  const others = Object.keys(explorers).filter(
    (explorer) => explorer !== 'random' && !explorers[explorer]!.usesHistory,
  );
  const names = ['random', ...others];
  return names.flatMap((explorer) => {
    const asked = explorers[explorer]!.usesModel ? Object.keys(models) : [undefined];
    return asked.map((model) => ({
      part: FIRST_PART,
      name: model === undefined ? explorer : `${explorer}, ${model}`,
      settings: settingsOf({ explorer, ...(model !== undefined && { model }) }),
      knowledge: none,
    }));
  });
}

function ablations(): readonly Row[] {
  const changed = (part: string, value: unknown, settings: SearchSettings): Row => ({
    part,
    name: `${part} ${String(value)}`,
    settings,
    knowledge: none,
  });
  return [
    ...varied.flatMap(({ option, title, values, beside }) =>
      values.map((value) => changed(title, value, settingsOf({ ...beside, [option]: value }))),
    ),
    ...FIRST_BATCHES.map((firstBatch) => changed('first batch', firstBatch, { ...searchDefaults, firstBatch })),
  ];
}

/** All settings of a search that is given some of them. */
export function settingsOf(given: Readonly<Record<string, unknown>>): SearchSettings {
  const settings = searchSchema.parse(given);
  return { ...settings, ...firstBatchOf(settings) };
}

function histories(amplitude: number, files: readonly string[]): readonly Row[] {
  const all: readonly Knowledge[] = [
    none,
    { kind: 'other tasks' },
    { kind: 'other machine' },
    ...faults.map((fault) => ({ kind: 'other machine', fault }) as const),
    ...files.map((from) => ({ kind: 'other machine', from }) as const),
    { kind: 'made-up machine', amplitude },
  ];
  return all.map((knowledge) => ({
    part: 'history',
    name: `history: ${nameOf(knowledge)}`,
    settings: searchDefaults,
    knowledge,
  }));
}

/** Whether a row is the search of `tune` as it is. */
export function isDefault({ settings, knowledge }: Row): boolean {
  const whole = (some: SearchSettings): string =>
    JSON.stringify({ ...some, features: undefined, views: viewsOf(some) });
  return knowledge.kind === 'none' && whole(settings) === whole(searchDefaults);
}
