/** The views of a config that a model may learn from. */
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import { curveFeaturizer } from './curve-columns.js';
import type { Featurizer } from './featurizer.js';
import { knobFeaturizer } from './knobs.js';
import { loopFeaturizer } from './loop-columns.js';
import { NestCells } from './nest-cells.js';
import { valueFeaturizer } from './values.js';

/** What featurizers are made of. */
interface FeatureContext {
  readonly space: Space;
  /**
   * The feature nest of a config (`featureNestOf` of the templates). Throws InstantiationError where the config has
   * none.
   */
  readonly nest: (config: Config) => Nest;
}

interface View {
  readonly summary: string;
  /** Whether it reads loop nests, which only configs of our own templates have. */
  readonly readsNests: boolean;
  readonly make: (parts: Parts) => Featurizer;
}

/** What several views of one task share. */
interface Parts {
  readonly space: Space;
  readonly nestCells: () => NestCells;
}

/** By the names that the command line takes. */
export const views = {
  knobs: {
    summary: 'values of the knobs, and the products of their sizes',
    readsNests: false,
    make: ({ space }) => knobFeaturizer(space),
  },
  values: {
    summary: 'values of the knobs alone',
    readsNests: false,
    make: ({ space }) => valueFeaturizer(space),
  },
  loops: {
    summary: "every loop's length, place and annotation, and how its accesses stride and reuse (AutoTVM's itervar)",
    readsNests: true,
    make: ({ nestCells }) => loopFeaturizer(nestCells()),
  },
  curve: {
    summary: "how often each tensor's elements are touched, at every size of what is touched (AutoTVM's curve)",
    readsNests: true,
    make: ({ nestCells }) => curveFeaturizer(nestCells()),
  },
} satisfies Record<string, View>;

export type ViewName = keyof typeof views;

/**
 * Of these views those that mean the same for every template: knobs of two templates may have the same name and nothing
 * else in common.
 */
export function acrossTemplates(names: readonly ViewName[]): ViewName[] {
  return names.filter((name) => views[name].readsNests);
}

/** The columns of these views side by side. AutoTVM, too, puts the knobs behind what it reads off loops. */
export function featurizer(names: readonly ViewName[], { space, nest }: FeatureContext): Featurizer {
  let nestCells: NestCells | undefined;
  const parts: Parts = { space, nestCells: () => (nestCells ??= new NestCells(space, nest)) };
  return concatenated(names.map((name) => views[name].make(parts)));
}

/** Their columns side by side. */
export function concatenated(parts: readonly Featurizer[]): Featurizer {
  const names = parts.flatMap((part) => part.names);
  const write = (config: Config, out: Float32Array, offset: number): void => {
    let at = offset;
    for (const part of parts) {
      part.write(config, out, at);
      at += part.width;
    }
  };
  return { names, width: names.length, write };
}
