/** The views of a config that a model may learn from. */
import type { Nest } from '../ir/nest.js';
import type { Primitive } from '../ir/trace.js';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import { curveFeaturizer } from './curve-columns.js';
import type { Featurizer } from './featurizer.js';
import { graphFeaturizer } from './graph.js';
import { knobFeaturizer } from './knobs.js';
import { loopFeaturizer } from './loop-columns.js';
import { NestCells } from './nest-cells.js';
import { shapeFeaturizer } from './shape.js';
import { stageFeaturizer } from './stages.js';
import { traceFeaturizer } from './trace.js';
import { treeFeaturizer } from './tree.js';
import { valueFeaturizer } from './values.js';

/** What featurizers are made of. */
interface FeatureContext {
  readonly space: Space;
  /**
   * The feature nest of a config (`featureNestOf` of the templates). Throws InstantiationError where the config has
   * none.
   */
  readonly nest: (config: Config) => Nest;
  /** Cells of these nests, where somebody has them already. */
  readonly nestCells?: () => NestCells;
  /** The primitives of a config's schedule; undefined, or absent, where it has no schedule. Throws as `nest`. */
  readonly primitives?: (config: Config) => readonly Primitive[] | undefined;
  /** Of the workload, by names that two workloads of an operator share. */
  readonly sizes: ReadonlyMap<string, number>;
}

interface View {
  readonly summary: string;
  /** Whether it reads loop nests, which only configs of our own templates have. */
  readonly readsNests: boolean;
  /** Whether it shows the workload alone, which is the same for all configs. */
  readonly isOfWorkload?: boolean;
  /** Whether its columns stand for nodes (`layout.ts`), so that only a model that reads these makes sense of them. */
  readonly isOfNodes?: boolean;
  readonly make: (parts: Parts) => Featurizer;
}

/** What several views of one task share. */
interface Parts {
  readonly space: Space;
  readonly nest: (config: Config) => Nest;
  readonly nestCells: () => NestCells;
  readonly primitives: (config: Config) => readonly Primitive[] | undefined;
  readonly sizes: ReadonlyMap<string, number>;
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
  tree: {
    summary: 'loops and statements as a tree; for --model tree-gru',
    readsNests: true,
    isOfNodes: true,
    make: ({ nestCells }) => treeFeaturizer(nestCells()),
  },
  graph: {
    summary: 'loops, statements and accesses as a graph; for --model gnn and pacm',
    readsNests: true,
    isOfNodes: true,
    make: ({ nestCells }) => graphFeaturizer(nestCells()),
  },
  stages: {
    summary: 'statements with the terms of a hand-written cost; for --model coefficients',
    readsNests: true,
    isOfNodes: true,
    make: ({ nest }) => stageFeaturizer(nest),
  },
  trace: {
    summary: 'primitives of the schedule in their order, without a schedule the knobs; for --model tlp',
    readsNests: false,
    isOfNodes: true,
    make: ({ space, primitives }) => traceFeaturizer(space, primitives),
  },
  shape: {
    summary: 'sizes of the workload, which distinguish tasks that are learned from together; beside others',
    readsNests: false,
    isOfWorkload: true,
    make: ({ sizes }) => shapeFeaturizer(sizes),
  },
} satisfies Record<string, View>;

export type ViewName = keyof typeof views;

/**
 * Of these views those that mean the same for every template: knobs of two templates may have the same name and nothing
 * else in common. The workload alone says nothing of configs.
 */
export function acrossTemplates(names: readonly ViewName[]): readonly ViewName[] {
  const common = names.filter((name) => views[name].readsNests || isOfWorkload(name));
  return ofConfigs(common).length === 0 ? [] : common;
}

/** Of these views those that distinguish configs of a task. */
export function ofConfigs(names: readonly ViewName[]): readonly ViewName[] {
  return names.filter((name) => !isOfWorkload(name));
}

function isOfWorkload(name: ViewName): boolean {
  const view: View = views[name];
  return view.isOfWorkload === true;
}

/** The columns of these views side by side. AutoTVM, too, puts the knobs behind what it reads off loops. */
export function featurizer(
  names: readonly ViewName[],
  { space, nest, nestCells: known, primitives = () => undefined, sizes }: FeatureContext,
): Featurizer {
  let nestCells: NestCells | undefined;
  const make = known ?? ((): NestCells => new NestCells(space, nest));
  const parts: Parts = { space, nest, nestCells: () => (nestCells ??= make()), primitives, sizes };
  const [first, ...others] = names.map((name) => views[name].make(parts));
  return first && others.length === 0 ? first : concatenated([...(first ? [first] : []), ...others]);
}

/**
 * Their columns side by side.
 *
 * @internal The contract suite joins views that no name joins.
 */
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
