import { nodeWidth, type Layout } from '../../features/layout.js';
import { Matrix } from '../../learning/matrix.js';

/** The nodes of some configs, one after the other. */
export interface NodeBatch {
  /** Configs. */
  readonly count: number;
  /** Numbers of each node, standardised. */
  readonly numbers: Matrix;
  /** Terms of a cost of each node, as they are; no columns where the view has none. */
  readonly terms: Matrix;
  /** For each column of words, the word of each node. */
  readonly words: readonly Int32Array[];
  /** For each column of links, the node that each is linked to; -1: none. */
  readonly links: readonly Int32Array[];
  /** The config of each node. */
  readonly configs: Int32Array;
  /** The first node of each config, and the count of the nodes. */
  readonly starts: Int32Array;
}

/** Mean and standard deviation of each column of numbers, over nodes. */
export interface Scale {
  readonly center: Matrix;
  readonly spread: Matrix;
}

/** Columns that each have a meaning of their own are the numbers of one node. */
export function flatLayout(width: number): Layout {
  return { nodes: 1, links: [], words: [], numbers: Array.from({ length: width }, (_, i) => `column ${i}`) };
}

/** Whether a row of a flat layout is its node's numbers, without a column that says that it is there. */
function isFlat({ nodes, links, words }: Layout): boolean {
  return nodes === 1 && links.length === 0 && words.length === 0;
}

/** Nodes of `count` rows, which lie one after the other. */
export function toBatch(features: Float32Array, count: number, layout: Layout, scale: Scale): NodeBatch {
  const { links, words, numbers } = layout;
  const flat = isFlat(layout);
  const [each, before] = flat ? [numbers.length, 0] : [nodeWidth(layout), 1];
  const width = each * layout.nodes;
  const places: number[] = [];
  const configs: number[] = [];
  const starts = new Int32Array(count + 1);
  for (let config = 0; config < count; config++) {
    for (let node = 0; node < layout.nodes; node++) {
      const at = config * width + node * each;
      if (!flat && features[at] !== 1) break;
      places.push(at);
      configs.push(config);
    }
    starts[config + 1] = places.length;
  }
  const column = (offset: number): Float32Array => Float32Array.from(places, (at) => features[at + before + offset]!);
  const first = before + links.length + words.length;
  const data = new Float64Array(places.length * numbers.length);
  places.forEach((at, node) => {
    for (let j = 0; j < numbers.length; j++)
      data[node * numbers.length + j] = (features[at + first + j]! - scale.center.data[j]!) / scale.spread.data[j]!;
  });
  const own = layout.terms ?? 0;
  const terms = new Float64Array(places.length * own);
  places.forEach((at, node) => {
    const last = at + first + numbers.length - own;
    for (let j = 0; j < own; j++) terms[node * own + j] = 2 ** features[last + j]! - 1;
  });
  return {
    count,
    terms: new Matrix(places.length, own, terms),
    numbers: new Matrix(places.length, numbers.length, data),
    words: words.map((_, i) => Int32Array.from(column(links.length + i))),
    links: links.map((_, i) =>
      Int32Array.from(column(i), (place, node) => (place === 0 ? -1 : starts[configs[node]!]! + place - 1)),
    ),
    configs: Int32Array.from(configs),
    starts,
  };
}

/** Sets a scale to what the nodes of some rows have. */
export function fitScale(features: Float32Array, count: number, layout: Layout, scale: Scale): void {
  const size = layout.numbers.length;
  scale.center.data.fill(0);
  scale.spread.data.fill(1);
  const { data, rows } = toBatch(features, count, layout, scale).numbers;
  const [sum, squares] = [new Float64Array(size), new Float64Array(size)];
  data.forEach((value, i) => (sum[i % size]! += value / rows));
  data.forEach((value, i) => (squares[i % size]! += (value - sum[i % size]!) ** 2 / rows));
  scale.center.data.set(sum);
  scale.spread.data.set(squares.map((square) => Math.sqrt(square) || 1));
}
