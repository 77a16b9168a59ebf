/** Loops, statements and accesses of a nest as nodes, from its cells: what the views `tree` and `graph` write. */
import type { Config } from '../space/config.js';
import { chainOf, type AccessCells, type StageCells } from './cells.js';
import { columnNames, nodeWidth, type Layout } from './layout.js';
import type { Featurizer } from './featurizer.js';
import type { NestCells } from './nest-cells.js';
import { scaled } from './scale.js';

/** Words of the column `kind`, and the first of `annotation`. */
export const kinds = { loop: 1, statement: 2, reads: 3, writes: 4 } as const;

/** Accesses, of the statement that runs most, that are among a loop's numbers. */
const LISTED = 3;

const perAccess = ['stride', 'count', 'reuse'] as const;
const numbers = [
  ...['length', 'top-down', 'bottom-up', 'adds', 'muls', 'divs'],
  ...Array.from({ length: LISTED }, (_, i) => perAccess.map((what) => `access ${i}: ${what}`)).flat(),
];

export interface NodesOptions {
  /** Of the view, for the names of its columns. */
  readonly name: string;
  /** Nodes that rows have room for; those beyond are left out. */
  readonly nodes: number;
  /** Whether accesses are nodes of their own, linked to the statement that wrote what they read. */
  readonly hasAccesses: boolean;
}

/** A statement as it is written into nodes. */
interface Placed {
  readonly stage: StageCells;
  readonly chain: readonly number[];
  readonly runs: number;
}

/**
 * A view of nodes in the order of a walk, parents first. Loops that run once are left out; those that several
 * statements share are one node.
 */
export function nodeFeaturizer(nestCells: NestCells, { name, nodes, hasAccesses }: NodesOptions): Featurizer {
  const { stages, slots, width: cellCount } = nestCells.layout;
  const links = hasAccesses ? ['parent', 'source'] : ['parent'];
  const layout: Layout = { nodes, links, words: ['kind', 'annotation'], numbers };
  const names = columnNames(name, layout);
  const each = nodeWidth(layout);
  const cells = new Float64Array(cellCount);
  const first = 1 + links.length + 2;

  const write = (config: Config, out: Float32Array, offset: number): void => {
    out.fill(0, offset, offset + names.length);
    if (!nestCells.read(config, cells)) return;
    let count = 0;
    /** Begins a node and returns the place of its numbers; undefined where rows have no room for it. */
    const begin = (parent: number, kind: number, annotation: number): number | undefined => {
      if (count === nodes) return undefined;
      const at = offset + count++ * each;
      out[at] = 1;
      out[at + 1] = parent;
      out[at + 1 + links.length] = kind;
      out[at + 2 + links.length] = annotation;
      return at + first;
    };
    const loops = new Map<string, number>();
    const writers = new Map<string, number>();
    for (const statement of placed(stages, cells)) {
      const { stage, chain, runs } = statement;
      let [parent, path, topDown] = [0, '', 1];
      for (const [depth, i] of chain.entries()) {
        const length = cells[stage.lengths + i]!;
        const slot = stage.slots[i]!;
        path += ` ${slot}`;
        topDown *= length;
        if (length === 1) continue;
        const known = loops.get(path);
        if (known !== undefined) {
          parent = known;
          continue;
        }
        const at = begin(parent, kinds.loop, cells[slots[slot]!.annotation]!);
        if (at === undefined) break;
        out.set([scaled(length), scaled(topDown), scaled((runs * length) / topDown)], at);
        writeTouches(statement, depth, out, at + 6);
        parent = count;
        loops.set(path, parent);
      }
      const at = begin(parent, kinds.statement, 0);
      if (at === undefined) break;
      const arithmetic = [0, 1, 2].map((i) => scaled(cells[stage.arithmetic + i]!));
      out.set([0, scaled(runs), 0, ...arithmetic], at);
      writeTouches(statement, 0, out, at + 6);
      const self = count;
      if (hasAccesses) writeAccesses(statement, self, begin, writers, out, offset);
      for (const { name: access, role, present } of stage.accesses)
        if (cells[present] === 1 && access.startsWith('writes')) writers.set(role, self);
    }
  };

  const writeAccesses = (
    { stage, chain }: Placed,
    parent: number,
    begin: (parent: number, kind: number, annotation: number) => number | undefined,
    writers: ReadonlyMap<string, number>,
    out: Float32Array,
    offset: number,
  ): void => {
    for (const access of stage.accesses) {
      if (cells[access.present] !== 1) continue;
      const reads = access.name.startsWith('reads');
      const at = begin(parent, reads ? kinds.reads : kinds.writes, 0);
      if (at === undefined) return;
      const source = reads ? (writers.get(access.role) ?? 0) : 0;
      out[offset + Math.floor((at - offset) / each) * each + 2] = source;
      // How far the access is spread at several depths: over all loops, and over the inner ones.
      for (let i = 0; i < LISTED; i++)
        touches(stage, access, chain, Math.floor((chain.length * i) / LISTED), out, at + 6 + 3 * i);
    }
  };

  /** Of its first accesses, what the loops from one on inwards do. */
  const writeTouches = ({ stage, chain }: Placed, depth: number, out: Float32Array, at: number): void => {
    let place = at;
    for (const access of stage.accesses) {
      if (cells[access.present] !== 1) continue;
      touches(stage, access, chain, depth, out, place);
      place += perAccess.length;
      if (place === at + LISTED * perAccess.length) return;
    }
  };

  const touches = (
    stage: StageCells,
    access: AccessCells,
    chain: readonly number[],
    depth: number,
    out: Float32Array,
    at: number,
  ): void => {
    let [count, reuse] = [1, 1];
    for (let outer = chain.length - 1; outer >= depth; outer--) {
      const length = cells[stage.lengths + chain[outer]!]!;
      if (length === 1) continue;
      if (cells[access.strides + chain[outer]!] === 0) reuse *= length;
      else count *= length;
    }
    const here = chain[depth];
    out[at] = here === undefined ? 0 : scaled(cells[access.strides + here]!);
    out[at + 1] = scaled(count);
    out[at + 2] = scaled(reuse);
  };

  return { names, width: names.length, layout, write };
}

/** Statements that run most come first, so that the loops that they share take their numbers from these. */
function placed(stages: readonly StageCells[], cells: Float64Array): readonly Placed[] {
  const found = stages.flatMap((stage): readonly Placed[] => {
    const chain = chainOf(stage, cells);
    if (!chain) return [];
    return [{ stage, chain, runs: chain.reduce((product, i) => product * cells[stage.lengths + i]!, 1) }];
  });
  return found.sort((a, b) => b.runs - a.runs);
}
