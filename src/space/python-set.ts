const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;
const SMALLEST_TABLE = 8;

/**
 * Order in which CPython (3.7 and later, 64 bit) iterates over `set(left) | set(right)`, for non-negative integers
 * below 2^31. AutoTVM lists the factors of its "verbose" splits in this order, so indices in its logs depend on it.
 * Source: Objects/setobject.c (set_add_entry, set_table_resize, set_merge, set_or).
 */
export function unionOrder(left: readonly number[], right: readonly number[]): number[] {
  const union = new PythonSet();
  union.merge(PythonSet.of(left));
  union.merge(PythonSet.of(right));
  return union.items();
}

/** The hash table of a CPython set of small integers, each of which is its own hash. */
class PythonSet {
  #table = emptyTable(SMALLEST_TABLE);
  #used = 0;

  static of(items: readonly number[]): PythonSet {
    const set = new PythonSet();
    for (const item of items) set.#add(item);
    return set;
  }

  items(): number[] {
    return this.#table.filter((entry) => entry !== undefined);
  }

  merge(other: PythonSet): void {
    if ((this.#used + other.#used) * 5 >= (this.#table.length - 1) * 3) this.#resize((this.#used + other.#used) * 2);
    if (this.#used === 0 && this.#table.length === other.#table.length) {
      this.#table = [...other.#table];
      this.#used = other.#used;
    } else if (this.#used === 0) {
      for (const item of other.items()) this.#table[slotOf(this.#table, item)] = item;
      this.#used = other.#used;
    } else {
      for (const item of other.items()) this.#add(item);
    }
  }

  #add(item: number): void {
    const slot = slotOf(this.#table, item);
    if (this.#table[slot] === item) return;
    this.#table[slot] = item;
    this.#used++;
    const growth = this.#used > 50_000 ? 2 : 4;
    if (this.#used * 5 >= (this.#table.length - 1) * 3) this.#resize(this.#used * growth);
  }

  #resize(least: number): void {
    let size = SMALLEST_TABLE;
    while (size <= least) size *= 2;
    const items = this.items();
    this.#table = emptyTable(size);
    for (const item of items) this.#table[slotOf(this.#table, item)] = item;
  }
}

function emptyTable(size: number): (number | undefined)[] {
  return new Array<number | undefined>(size).fill(undefined);
}

/**
 * The slot that holds the item, or the free one where it belongs: runs of neighbouring slots, then a perturbed jump.
 */
function slotOf(table: readonly (number | undefined)[], item: number): number {
  const mask = table.length - 1;
  let slot = item & mask;
  let perturb = item;
  for (;;) {
    const last = slot + LINEAR_PROBES <= mask ? slot + LINEAR_PROBES : slot;
    for (let probe = slot; probe <= last; probe++) {
      if (table[probe] === undefined || table[probe] === item) return probe;
    }
    perturb >>>= PERTURB_SHIFT;
    slot = (slot * 5 + 1 + perturb) & mask;
  }
}
