import { UsageError } from '../target/errors.js';

/** Python's order of factors is known below this. */
const LONGEST = 2 ** 31;

/**
 * AutoTVM's ways to choose the factors of a split, and `candidate`: an explicit list.
 *
 * @internal Tests go through the policies.
 */
export type SplitPolicy = 'factors' | 'power2' | 'verbose' | 'candidate';

export interface SplitOptions<Value = readonly number[]> {
  /** `factors` (the default): divisors; `power2`: powers of two; `verbose`: both; `candidate`: the given lists. */
  readonly policy?: SplitPolicy;
  /** Largest factor that a loop may have, the outermost excepted. */
  readonly maxFactor?: number;
  /** Whether the factors' product may leave a rest. Default: only where the policy is not `factors`. */
  readonly tail?: boolean;
  /** Keeps the values for which it is true. */
  readonly filter?: (sizes: Value) => boolean;
  /** The values of the policy `candidate`, each with one size an output. */
  readonly candidates?: readonly Value[];
}

/** As many sizes as a split has outputs. */
export type Sizes<Outputs extends number, Found extends readonly number[] = readonly []> = number extends Outputs
  ? readonly number[]
  : Found['length'] extends Outputs
    ? Found
    : Sizes<Outputs, readonly [...Found, number]>;

/**
 * The values of a split of `extent` into `outputs` loops, outermost first: `[-1, …factors]`, where -1 stands for what
 * the factors leave. Order and content are those of AutoTVM's `define_split` (its indices depend on them): the
 * innermost factor varies slowest. Throws RangeError for an extent or a number of outputs that is no positive integer,
 * UsageError for an extent of 2^31 or more.
 */
export function splitValues<Outputs extends number>(
  extent: number,
  outputs: Outputs,
  options: SplitOptions<Sizes<Outputs>> = {},
): readonly Sizes<Outputs>[] {
  const policy = options.policy ?? 'factors';
  if (!Number.isInteger(extent) || extent < 1) throw new RangeError(`Cannot split ${extent}.`);
  if (extent >= LONGEST)
    throw new UsageError(
      `An axis of ${extent} elements is too long to be split; try another template or a smaller shape.`,
    );
  if (!Number.isInteger(outputs) || outputs < 1) throw new RangeError(`Cannot split into ${outputs} loops.`);
  const values =
    policy === 'candidate'
      ? candidates(outputs, options.candidates)
      : (combinations(extent, outputs, policy, options) as Sizes<Outputs>[]);
  return options.filter ? values.filter(options.filter) : values;
}

/**
 * The divisors of n, ascending.
 *
 * @internal A property test checks it.
 */
export function divisors(n: number): number[] {
  const small: number[] = [];
  const large: number[] = [];
  for (let factor = 1; factor * factor <= n; factor++) {
    if (n % factor !== 0) continue;
    small.push(factor);
    if (factor * factor !== n) large.unshift(n / factor);
  }
  return [...small, ...large];
}

function powersOfTwo(n: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= n; power *= 2) powers.push(power);
  return powers;
}

const factorsOf = {
  factors: divisors,
  power2: powersOfTwo,
  verbose: (extent: number) => unionOrder(divisors(extent), powersOfTwo(extent)),
};

function candidates<Value extends readonly number[]>(
  outputs: number,
  candidates: readonly Value[] = [],
): readonly Value[] {
  const odd = candidates.find((sizes) => sizes.length !== outputs);
  if (odd) throw new RangeError(`The split [${odd.join(', ')}] should have ${outputs} sizes.`);
  return candidates;
}

function combinations(
  extent: number,
  outputs: number,
  policy: keyof typeof factorsOf,
  options: Pick<SplitOptions, 'maxFactor' | 'tail'>,
): number[][] {
  const { maxFactor = Infinity, tail = policy !== 'factors' } = options;
  const factors = factorsOf[policy](extent).filter((factor) => factor <= maxFactor);
  const values: number[][] = [];
  const extend = (inner: readonly number[], product: number): void => {
    if (inner.length === outputs - 1) {
      if (tail || extent % product === 0) values.push([-1, ...inner]);
      return;
    }
    for (const factor of factors) {
      if (product * factor <= extent) extend([factor, ...inner], product * factor);
    }
  };
  extend([], 1);
  return values;
}

const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;
const SMALLEST_TABLE = 8;

/**
 * Order in which CPython (3.7 and later, 64 bit) iterates over `set(left) | set(right)`, for non-negative integers
 * below 2^31. AutoTVM lists the factors of its "verbose" splits in this order, so indices in its logs depend on it.
 * Source: Objects/setobject.c (set_add_entry, set_table_resize, set_merge, set_or).
 *
 * @internal Tests compare it with CPython's.
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
