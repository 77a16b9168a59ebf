/**
 * Where the stages of a computation are computed, decided from the output back: what readers decide says what is legal
 * for a producer, and how much of it is computed more than once.
 */
import { stride as strideOf } from '../ir/index-facts.js';
import type { Index } from '../ir/index.js';
import { Schedule } from '../ir/schedule.js';
import type { Computation, Tensor } from '../ir/tensor.js';
import { loadsOfCompute } from '../ir/value.js';

/**
 * In the expressions that read it; for some rows of the stage at the root that reads it, or for a tile of that; or for
 * all at once. Deepest first.
 */
export const sites = ['inline', 'row', 'tile', 'root'] as const;
export type Site = (typeof sites)[number];

/** The sites that were chosen, and tiles of what is at the root, by numbers of stages. */
export interface Chosen {
  readonly siteOf: (stage: number) => Site;
  /** Rows that a stage computes at a time. */
  readonly rowsAtOnce: (stage: number) => number;
  readonly tile: () => readonly [rows: number, columns: number];
}

/** Elements from the first to the last, of each dimension. */
type Region = readonly (readonly [first: number, last: number])[];

interface Node {
  readonly tensor: Tensor;
  /** Numbers of the stages that read it, as they are written. */
  readonly readers: readonly number[];
}

/** The stages of a computation by number: the output is 0, and readers come before what they read. */
export class StageGraph {
  readonly nodes: readonly Node[];

  constructor(computation: Computation) {
    const tensors = new Schedule(computation).stages.map(({ tensor }) => tensor).toReversed();
    this.nodes = tensors.map((tensor) => ({
      tensor,
      readers: [...tensors.keys()].filter((reader) => readsOf(tensors[reader]!, tensor).length > 0),
    }));
  }

  /** The stage at the root in whose loops a stage is computed: itself where it is there. */
  rootOf(stage: number, chosen: Chosen): number {
    if (stage === 0 || chosen.siteOf(stage) === 'root') return stage;
    return this.rootOf(this.#computedReaders(stage, chosen)[0]!, chosen);
  }

  /** Whether all that reads a stage lies where its site reaches. */
  isLegal(stage: number, chosen: Chosen): boolean {
    const site = chosen.siteOf(stage);
    if (site === 'inline') return !this.nodes[stage]!.tensor.compute!.reduction;
    if (site === 'root') return true;
    const readers = this.#computedReaders(stage, chosen);
    const root = this.rootOf(readers[0]!, chosen);
    return readers.every(
      (reader) =>
        this.rootOf(reader, chosen) === root && (site === 'tile' || reader === root || chosen.siteOf(reader) === 'row'),
    );
  }

  /** How often an element of a legal stage is computed, on average. */
  recomputed(stage: number, chosen: Chosen): number {
    const { shape } = this.nodes[stage]!.tensor;
    const site = chosen.siteOf(stage);
    if (stage === 0 || site === 'root' || site === 'inline') return 1;
    const root = this.rootOf(stage, chosen);
    const [height, width] = this.nodes[root]!.tensor.shape as [number, number];
    const [tileRows, columns] = chosen.tile();
    const rows = site === 'row' ? Math.min(tileRows, chosen.rowsAtOnce(root)) : tileRows;
    const [first, second] = this.#needed(stage, root, [Math.min(rows, height), Math.min(columns, width)], chosen);
    const each = Math.min(lengthOf(first!), shape[0]!) * Math.min(lengthOf(second!), shape[1]!);
    const times = Math.ceil(height / rows) * Math.ceil(width / columns);
    return (times * each) / (shape[0]! * shape[1]!);
  }

  /** Elements that one of a stage's reads, once what is inline is written out; an inlined one counts as it is read. */
  readsOf(stage: number, chosen: Chosen): number {
    const { tensor } = this.nodes[stage]!;
    return loadsOfCompute(tensor.compute!).reduce((sum, load) => {
      const source = this.nodes.findIndex((node) => node.tensor === load.tensor);
      return sum + (source > 0 && chosen.siteOf(source) === 'inline' ? this.readsOf(source, chosen) : 1);
    }, 0);
  }

  /** The readers of a stage that are computed themselves, those of its inlined readers among them. */
  #computedReaders(stage: number, chosen: Chosen): readonly number[] {
    const all = this.nodes[stage]!.readers.flatMap((reader) =>
      reader > 0 && chosen.siteOf(reader) === 'inline' ? this.#computedReaders(reader, chosen) : [reader],
    );
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** What one tile of the root, which begins at 0, needs of a stage. */
  #needed(stage: number, root: number, tile: readonly [number, number], chosen: Chosen): Region {
    if (stage === root) return tile.map((extent) => [0, extent - 1] as const);
    const { tensor, readers } = this.nodes[stage]!;
    const inside = readers.filter((reader) => reader === root || this.rootOf(reader, chosen) === root);
    const parts = inside.map((reader) =>
      readOf(this.nodes[reader]!.tensor, tensor, this.#needed(reader, root, tile, chosen)),
    );
    return parts.reduce((a, b) =>
      a.map(([first, last], d) => [Math.min(first, b[d]![0]), Math.max(last, b[d]![1])] as const),
    );
  }
}

function lengthOf([first, last]: readonly [number, number]): number {
  return last - first + 1;
}

function readsOf(reader: Tensor, tensor: Tensor): readonly { readonly indices: readonly Index[] }[] {
  return loadsOfCompute(reader.compute!).filter((load) => load.tensor === tensor);
}

/** What elements of a region read of a tensor. */
function readOf(reader: Tensor, tensor: Tensor, region: Region): Region {
  const { axes, reduction } = reader.compute!;
  const ranges = [
    ...axes.map((axis, d) => ({ axis, first: region[d]![0], last: region[d]![1] })),
    ...(reduction?.axes ?? []).map(({ axis }) => ({ axis, first: 0, last: axis.extent - 1 })),
  ];
  const along = (index: Index): readonly [number, number] =>
    ranges.reduce<readonly [number, number]>(
      ([from, to], { axis, first, last }) => {
        const step = strideOf(index, axis) ?? 0;
        return [from + step * first, to + step * last];
      },
      [index.constant, index.constant],
    );
  const parts = readsOf(reader, tensor).map(({ indices }) => indices.map(along));
  return tensor.shape.map((_, d) => [
    parts.reduce((least, part) => Math.min(least, part[d]![0]), Infinity),
    parts.reduce((most, part) => Math.max(most, part[d]![1]), -Infinity),
  ]);
}
