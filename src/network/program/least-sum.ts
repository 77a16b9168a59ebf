import FlatQueue from 'flatqueue';

/**
 * The least sum of tables over a few choices each: exact dynamic programming by variable elimination (Bertelè and
 * Brioschi, Nonserial Dynamic Programming, 1972), a variable of the fewest neighbours first. Networks are nearly
 * chains, so that tables stay small. Where everything is read by everything behind it (DenseNet), a table would have no
 * end: there the variable with the most neighbours takes what is best for its own tables, until the others fall apart.
 */

export interface Table<Choice> {
  /** The variables that the cost depends on, each once. */
  readonly over: readonly string[];
  /** What it costs to take these choices, in the order of `over`; Infinity where it cannot be. */
  readonly cost: (choices: readonly Choice[]) => number;
}

export interface Solution<Choice> {
  readonly cost: number;
  readonly choices: ReadonlyMap<string, Choice>;
}

/** Entries that a table may have as it is given. */
const MOST_ENTRIES = 1 << 20;
/** Sums that an elimination may make: a few milliseconds, of which thousands of variables may each take some. */
const MOST_SUMS = 1 << 16;

/** A table as numbers: row-major over the places of choices in the domains of its variables. */
interface Dense {
  readonly over: readonly string[];
  readonly entries: Float64Array;
}

/** What was the best choice of a variable, given those of its neighbours. */
interface Eliminated {
  readonly variable: string;
  readonly given: readonly string[];
  readonly best: Uint8Array;
}

/**
 * Every variable's choice of its domain so that the tables' sum is least, or nearly so where tables would get too
 * large. Undefined where every combination costs Infinity. Throws Error for a table that is too large as it is given.
 */
export function leastSum<Choice>(
  domains: ReadonlyMap<string, readonly Choice[]>,
  tables: readonly Table<Choice>[],
): Solution<Choice> | undefined {
  const sizeOf = (variable: string): number => domains.get(variable)!.length;
  const varied = [...domains.keys()].filter((variable) => sizeOf(variable) > 1);
  const open = new OpenVariables(
    varied,
    tables.map((table) => densely(table, domains)),
  );
  const order: Eliminated[] = [];
  for (let fewest = open.withFewest(); fewest !== undefined; fewest = open.withFewest()) {
    const isSmall = sizeIn(open.neighboursOf(fewest), sizeOf) <= MOST_SUMS;
    const variable = isSmall ? fewest : open.withMost();
    const step = (isSmall ? eliminate : fix)(variable, open.tablesOf(variable), sizeOf);
    open.replaceTables(variable, step.tables);
    order.push(step.eliminated);
  }
  const { cost } = open;
  return cost === Infinity ? undefined : { cost, choices: choicesOf(order.toReversed(), domains, sizeOf) };
}

/** The variables that have a choice and are not eliminated, with their tables and neighbours. */
class OpenVariables {
  /** The sum of the tables whose variables are all eliminated. */
  cost = 0;
  readonly #tables = new Map<string, Set<Dense>>();
  /** Of each, itself and those that share a table with it. */
  readonly #neighbours = new Map<string, Set<string>>();
  /** By the number of neighbours, then in the given order; an entry whose number has changed is out of date. */
  readonly #queue = new FlatQueue<string>();
  readonly #places: ReadonlyMap<string, number>;

  constructor(variables: readonly string[], tables: readonly Dense[]) {
    this.#places = new Map(variables.map((variable, place) => [variable, place]));
    for (const variable of variables) {
      this.#tables.set(variable, new Set());
      this.#neighbours.set(variable, new Set([variable]));
    }
    for (const table of tables) this.#add(table);
    for (const variable of variables) this.#enqueue(variable);
  }

  tablesOf(variable: string): readonly Dense[] {
    return [...this.#tables.get(variable)!];
  }

  neighboursOf(variable: string): ReadonlySet<string> {
    return this.#neighbours.get(variable)!;
  }

  /** The first with the fewest neighbours; undefined where all are eliminated. */
  withFewest(): string | undefined {
    while (this.#queue.length > 0) {
      const variable = this.#queue.peek()!;
      if (this.#neighbours.has(variable) && this.#priority(variable) === this.#queue.peekValue()) return variable;
      this.#queue.pop();
    }
    return undefined;
  }

  withMost(): string {
    return [...this.#neighbours].reduce((a, b) => (b[1].size > a[1].size ? b : a))[0];
  }

  /** The variable is eliminated: only its neighbours get other neighbours. */
  replaceTables(variable: string, instead: readonly Dense[]): void {
    for (const table of this.#tables.get(variable)!)
      for (const other of table.over) if (other !== variable) this.#tables.get(other)!.delete(table);
    for (const table of instead) this.#add(table);
    const beside = this.#neighbours.get(variable)!;
    this.#tables.delete(variable);
    this.#neighbours.delete(variable);
    beside.delete(variable);
    for (const other of beside) {
      this.#neighbours.get(other)!.delete(variable);
      this.#enqueue(other);
    }
  }

  #add(table: Dense): void {
    if (table.over.length === 0) this.cost += table.entries[0]!;
    for (const variable of table.over) {
      this.#tables.get(variable)!.add(table);
      for (const other of table.over) this.#neighbours.get(variable)!.add(other);
    }
  }

  #enqueue(variable: string): void {
    this.#queue.push(variable, this.#priority(variable));
  }

  #priority(variable: string): number {
    return this.#neighbours.get(variable)!.size * this.#places.size + this.#places.get(variable)!;
  }
}

/** A variable of one choice has no place in a table: it makes neighbours of all that it is read with, to no end. */
function densely<Choice>({ over, cost }: Table<Choice>, domains: ReadonlyMap<string, readonly Choice[]>): Dense {
  const choices = over.map((variable) => domains.get(variable)!);
  const entries = new Float64Array(entriesOf(choices.map(({ length }) => length)));
  for (let at = 0; at < entries.length; at++) {
    const places = placesIn(
      at,
      choices.map(({ length }) => length),
    );
    entries[at] = cost(places.map((place, d) => choices[d]![place]!));
  }
  return { over: over.filter((_, d) => choices[d]!.length > 1), entries };
}

function sizeIn(variables: Iterable<string>, sizeOf: (variable: string) => number): number {
  return Array.from(variables, sizeOf).reduce((product, size) => product * size, 1);
}

interface Step {
  /** In the place of the variable's. */
  readonly tables: readonly Dense[];
  readonly eliminated: Eliminated;
}

/** A variable takes the choice for which its tables cost least at best; they are left as what they are then. */
function fix(variable: string, tables: readonly Dense[], sizeOf: (variable: string) => number): Step {
  const sums = Array.from({ length: sizeOf(variable) }, (_, choice) =>
    tables.reduce((sum, table) => sum + leastOf(slice(table, variable, choice, sizeOf)), 0),
  );
  const choice = sums.indexOf(Math.min(...sums));
  return {
    tables: tables.map((table) => slice(table, variable, choice, sizeOf)),
    eliminated: { variable, given: [], best: Uint8Array.of(choice) },
  };
}

function leastOf({ entries }: Dense): number {
  return entries.reduce((least, entry) => Math.min(least, entry), Infinity);
}

/** A table where a variable has one choice. */
function slice(
  { over, entries }: Dense,
  variable: string,
  choice: number,
  sizeOf: (variable: string) => number,
): Dense {
  const place = over.indexOf(variable);
  const inner = sizeIn(over.slice(place + 1), sizeOf);
  const size = sizeOf(variable);
  const left = new Float64Array(entries.length / size);
  for (let at = 0; at < left.length; at += inner) {
    const from = at * size + choice * inner;
    left.set(entries.subarray(from, from + inner), at);
  }
  return { over: over.toSpliced(place, 1), entries: left };
}

/** The tables of a variable as one without it. */
function eliminate(variable: string, tables: readonly Dense[], sizeOf: (variable: string) => number): Step {
  const given = [...new Set(tables.flatMap(({ over }) => over))].filter((other) => other !== variable);
  const size = sizeOf(variable);
  const sums = sumOver([...given, variable], tables, sizeOf);
  const entries = new Float64Array(sums.length / size).fill(Infinity);
  const best = new Uint8Array(entries.length);
  for (let row = 0; row < entries.length; row++)
    for (let choice = 0; choice < size; choice++) {
      const sum = sums[row * size + choice]!;
      if (sum >= entries[row]!) continue;
      entries[row] = sum;
      best[row] = choice;
    }
  return { tables: [{ over: given, entries }], eliminated: { variable, given, best } };
}

/** The sum of tables as one table over all of their variables. Plain loops, because most time goes here. */
function sumOver(
  over: readonly string[],
  tables: readonly Dense[],
  sizeOf: (variable: string) => number,
): Float64Array {
  const sizes = over.map(sizeOf);
  const sums = new Float64Array(entriesOf(sizes));
  for (const table of tables) {
    const strides = over.map((variable) => strideOf(variable, table, sizeOf));
    const places = new Int32Array(sizes.length);
    let from = 0;
    for (let at = 0; at < sums.length; at++) {
      sums[at]! += table.entries[from]!;
      for (let d = sizes.length - 1; d >= 0; d--) {
        from += strides[d]!;
        places[d]!++;
        if (places[d]! < sizes[d]!) break;
        from -= strides[d]! * sizes[d]!;
        places[d] = 0;
      }
    }
  }
  return sums;
}

/** Entries between two choices of a variable; none where the table does not depend on it. */
function strideOf(variable: string, { over }: Dense, sizeOf: (variable: string) => number): number {
  const place = over.indexOf(variable);
  return place < 0 ? 0 : sizeIn(over.slice(place + 1), sizeOf);
}

function choicesOf<Choice>(
  order: readonly Eliminated[],
  domains: ReadonlyMap<string, readonly Choice[]>,
  sizeOf: (variable: string) => number,
): ReadonlyMap<string, Choice> {
  const places = new Map(Array.from(domains.keys(), (variable) => [variable, 0]));
  for (const { variable, given, best } of order) places.set(variable, best[placeOf(given, places, sizeOf)]!);
  return new Map(Array.from(places, ([variable, place]) => [variable, domains.get(variable)![place]!]));
}

function placeOf(
  over: readonly string[],
  places: ReadonlyMap<string, number>,
  sizeOf: (variable: string) => number,
): number {
  return over.reduce((at, variable) => at * sizeOf(variable) + places.get(variable)!, 0);
}

function placesIn(at: number, sizes: readonly number[]): number[] {
  const places: number[] = [];
  let rest = at;
  for (const size of sizes.toReversed()) {
    places.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return places;
}

function entriesOf(sizes: readonly number[]): number {
  const entries = sizes.reduce((product, size) => product * size, 1);
  if (entries > MOST_ENTRIES) throw new Error(`a table over ${sizes.length} layouts is too large`);
  return entries;
}
