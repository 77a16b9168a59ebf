import type { Random } from '../../space/random.js';
import type { Row } from '../model.js';
import { groupRows } from '../rows.js';

/** Rows a few at a time, always of one group, each row once before any comes again. */
export class RowBatches {
  readonly #groups: readonly Row[][];
  #pending: (readonly Row[])[] = [];

  constructor(
    rows: readonly Row[],
    private readonly random: Random,
    private readonly size: number,
  ) {
    this.#groups = groupRows(rows);
  }

  next(): readonly Row[] {
    if (this.#pending.length === 0) this.#refill();
    return this.#pending.pop()!;
  }

  /** All batches of a group are about as large. */
  #refill(): void {
    for (const group of this.#groups) {
      this.random.shuffle(group);
      const count = Math.ceil(group.length / this.size);
      for (let i = 0; i < count; i++)
        this.#pending.push(
          group.slice(Math.floor((i * group.length) / count), Math.floor(((i + 1) * group.length) / count)),
        );
    }
    this.random.shuffle(this.#pending);
  }
}
