/** From a simplified graph to layers. */
import { type Condition, conditionsOf } from '../graph/conditions.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { refuse } from '../graph/operators/errors.js';
import { UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import { groupsOf, neighboursIn } from './fuse.js';
import type { Group } from './tail.js';
import type { Form, KernelForm, ProgramLayer, LayerPair } from './layer.js';
import type { Surroundings } from './lower/anchor.js';
import { pairForm } from './lower/pairs.js';
import { isElementwise } from './lower/expressions.js';
import { anchorOf } from './lower/registry.js';
import { inStoredTypes, storedTypes, type StoredTypes } from './stored-types.js';
import { isValueType, valueType } from '../../ir/tensor.js';

/** Values that both layers of a pair may read, which its choice depends on together. */
const MOST_READ = 6;

export interface LoweredGraph {
  /** In an order in which each comes after those whose values it reads. */
  readonly layers: readonly ProgramLayer[];
  readonly pairs: readonly LayerPair[];
}

export interface LoweringOptions {
  readonly fusesEpilogues?: boolean;
  /** Of elements in memory: those of the graph, floats as float32, where nothing is said. */
  readonly typeOf?: StoredTypes;
  /** What else the model is refused for: all of it is named at once. */
  readonly problems?: readonly UsageError[];
}

/**
 * Of a graph that is legal (`legalise.ts`). Throws UsageError that names every node for which there is no kernel.
 */
export function lowerGraph(
  graph: Graph,
  layouts: Surroundings['layouts'],
  { fusesEpilogues = true, typeOf = storedTypes(graph, valueType), problems = [] }: LoweringOptions = {},
): LoweredGraph {
  const nodes: GraphNode[] = [];
  const unknown = problemsOf(graph.nodes, (node) => {
    anchorOf(node);
    nodes.push(node);
  });
  const known = { ...graph, nodes };
  const around = { graph: known, layouts };
  const forms = new Map<Group, readonly Form[]>();
  const groups = groupsOf(known, fusesEpilogues);
  const without = problemsOf(groups, (group) => {
    forms.set(
      group,
      named(group.anchor, () =>
        formsOf(group, around).map((form) =>
          inStoredTypes(form, typeOf, [group.writes, ...group.anchor.outputs.slice(1)]),
        ),
      ),
    );
  });
  refuse([...problems, ...unknown, ...without]);
  const written = groups.map(({ nodes, anchor, writes }) => ({ nodes, writes: [writes, ...anchor.outputs.slice(1)] }));
  const conditions = conditionsOf(known, written, isElementwise);
  const layers = new Map(groups.map((group, i) => [group, layerOf(group, forms.get(group)!, conditions[i]!)]));
  const pairs = neighboursIn(groups, graph).flatMap(([first, second]) => {
    const form = pairForm(first, second, graph);
    const pair = form && pairOf(layers.get(first)!, layers.get(second)!, form);
    return pair && isOfFloats(pair, typeOf) ? [pair] : [];
  });
  return { layers: [...layers.values()], pairs };
}

/** Undefined where the choice would depend on too many values together. */
function pairOf(first: ProgramLayer, second: ProgramLayer, form: KernelForm): LayerPair | undefined {
  const fused = {
    name: `${first.name} + ${second.name}`,
    nodes: [...first.nodes, ...second.nodes],
    reads: [...new Set(readsOf(form))],
    writes: second.writes,
    alsoWrites: second.alsoWrites,
    onlyIf: second.onlyIf,
    forms: [form],
  };
  return new Set([...first.reads, ...second.reads]).size > MOST_READ ? undefined : { first, second, fused };
}

/** Pairs are made of float32 values alone. */
function isOfFloats({ first, second }: LayerPair, typeOf: StoredTypes): boolean {
  const values = [first, second].flatMap(({ reads, writes }) => [...reads, writes]);
  return values.every((value) => isValueType(typeOf(value)));
}

/** Kernels are given constants as such, never as values that somebody computes. */
function formsOf(group: Group, around: Surroundings): readonly Form[] {
  const { anchor } = group;
  const isConstant = (value: string): boolean => around.graph.constants.has(value);
  const forms = named(anchor, () => anchorOf(anchor).forms(group, around));
  const usable = forms.filter((form) => !readsOf(form).some(isConstant));
  if (usable.length > 0) return usable;
  throw new UsageError(
    `Node "${shortened(anchor.name)}" (${anchor.op}) has no kernel for constants alone: fold it with onnxsim.`,
  );
}

function named<T>({ name, op }: GraphNode, of: () => T): T {
  try {
    return of();
  } catch (error) {
    if (!(error instanceof UsageError) || error.message.startsWith('Node "')) throw error;
    throw new UsageError(`Node "${shortened(name)}" (${op}) has no kernel: ${error.message.replace(/\.$/, '')}.`);
  }
}

function problemsOf<T>(all: readonly T[], check: (one: T) => void): UsageError[] {
  return all.flatMap((one) => {
    try {
      check(one);
      return [];
    } catch (error) {
      if (error instanceof UsageError) return [error];
      throw error;
    }
  });
}

function layerOf({ anchor, nodes, writes }: Group, forms: readonly Form[], onlyIf: readonly Condition[]): ProgramLayer {
  const reads = [...new Set(forms.flatMap(readsOf))];
  const alsoWrites = anchor.outputs.slice(1);
  return { name: anchor.name, nodes: nodes.map(({ name }) => name), reads, writes, alsoWrites, onlyIf, forms };
}

function readsOf(form: Form): string[] {
  if (form.kind !== 'alias') return form.inputs.flatMap((operand) => ('value' in operand ? [operand.value] : []));
  const parts = new Set(form.parts.map(({ part }) => part));
  const wholes = new Set(form.parts.map(({ whole }) => whole));
  // A part of what the layer reads is what it writes; the parts of what it writes are what it reads.
  return form.writesWhole ? [...parts] : [...wholes];
}
