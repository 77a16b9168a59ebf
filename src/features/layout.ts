/**
 * How the columns of a view stand for parts of a program: so many nodes, of which each has one column that is 1 where
 * the config has the node, then links, words and numbers.
 */
export interface Layout {
  readonly nodes: number;
  /** Columns that name an earlier or later node, by its place from 1 on; 0: none. */
  readonly links: readonly string[];
  /** Columns with a word by its number, which is below `vocabulary`. */
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  /** How many of the last numbers are terms of a cost, each as log2 of 1 more; absent: none. */
  readonly terms?: number;
}

/** Different words of a column. */
export const vocabulary = 64;

/** Columns of a node. */
export function nodeWidth({ links, words, numbers }: Layout): number {
  return 1 + links.length + words.length + numbers.length;
}

/** A name for each column of a layout; `prefix` is the view's. */
export function columnNames(prefix: string, layout: Layout): readonly string[] {
  const own = ['present', ...layout.links, ...layout.words, ...layout.numbers];
  return Array.from({ length: layout.nodes }, (_, node) => own.map((name) => `${prefix} ${node}: ${name}`)).flat();
}

/** The number of a text among a column's words; texts may share one (FNV-1a). 0 is no word. */
export function wordOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return 1 + ((hash >>> 0) % (vocabulary - 1));
}
