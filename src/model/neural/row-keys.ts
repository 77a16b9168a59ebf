import type { Row } from '../model.js';

/** The rows of a fit, identified by their features and group: their scores change with the best of the task. */
export class RowKeys {
  readonly #keys: ReadonlySet<string>;

  constructor(rows: readonly Row[]) {
    this.#keys = new Set(rows.map(keyOf));
  }

  get size(): number {
    return this.#keys.size;
  }

  includes(others: RowKeys): boolean {
    return [...others.#keys].every((key) => this.#keys.has(key));
  }
}

function keyOf({ features, group }: Row): string {
  const bits = new Uint32Array(features.buffer, features.byteOffset, features.length);
  let [a, b] = [0x811c9dc5 | 0, 0x9747b28c | 0];
  for (const word of bits) {
    a = Math.imul(a ^ word, 0x01000193) ^ (a >>> 15);
    b = Math.imul(b ^ word, 0x5bd1e995) ^ (b >>> 13);
  }
  return `${group} ${a} ${b}`;
}
