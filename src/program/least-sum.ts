/**
 * The least sum of tables over a few choices each: exact dynamic programming by variable elimination (Bertelè and
 * Brioschi, Nonserial Dynamic Programming, 1972), a variable of the fewest neighbours first. Networks are nearly
 * chains, so that tables stay small.
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

/** Entries that the table of one elimination may have. */
const MOST_ENTRIES = 1 << 20;

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
 * Every variable's choice of its domain so that the tables' sum is least. Undefined where every combination costs
 * Infinity. Throws Error where a table would get too large, which a network of ever more branches would need.
 */
export function leastSum<Choice>(
  domains: ReadonlyMap<string, readonly Choice[]>,
  tables: readonly Table<Choice>[],
): Solution<Choice> | undefined {
  const sizeOf = (variable: string): number => domains.get(variable)!.length;
  let left: readonly Dense[] = tables.map((table) => densely(table, domains));
  const order: Eliminated[] = [];
  for (const waiting = new Set(domains.keys()); waiting.size > 0;) {
    const variable = fewestNeighbours(waiting, left);
    const touching = left.filter(({ over }) => over.includes(variable));
    const { table, eliminated } = eliminate(variable, touching, sizeOf);
    left = [...left.filter((one) => !touching.includes(one)), table];
    order.push(eliminated);
    waiting.delete(variable);
  }
  const cost = left.reduce((sum, { entries }) => sum + entries[0]!, 0);
  return cost === Infinity ? undefined : { cost, choices: choicesOf(order.toReversed(), domains, sizeOf) };
}

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
  return { over, entries };
}

function fewestNeighbours(waiting: ReadonlySet<string>, tables: readonly Dense[]): string {
  const neighbours = new Map(Array.from(waiting, (variable) => [variable, new Set<string>()]));
  for (const { over } of tables)
    for (const variable of over) for (const other of over) neighbours.get(variable)?.add(other);
  return [...neighbours].reduce((a, b) => (b[1].size < a[1].size ? b : a))[0];
}

/** The tables of a variable as one without it. */
function eliminate(
  variable: string,
  tables: readonly Dense[],
  sizeOf: (variable: string) => number,
): { table: Dense; eliminated: Eliminated } {
  const given = [...new Set(tables.flatMap(({ over }) => over))].filter((other) => other !== variable);
  const sizes = given.map(sizeOf);
  const entries = new Float64Array(entriesOf(sizes));
  const best = new Uint8Array(entries.length);
  for (let at = 0; at < entries.length; at++) {
    const places = new Map(placesIn(at, sizes).map((place, d) => [given[d]!, place]));
    let least = Infinity;
    for (let choice = 0; choice < sizeOf(variable); choice++) {
      places.set(variable, choice);
      const sum = tables.reduce((total, table) => total + entryAt(table, places, sizeOf), 0);
      if (sum >= least) continue;
      least = sum;
      best[at] = choice;
    }
    entries[at] = least;
  }
  return { table: { over: given, entries }, eliminated: { variable, given, best } };
}

function choicesOf<Choice>(
  order: readonly Eliminated[],
  domains: ReadonlyMap<string, readonly Choice[]>,
  sizeOf: (variable: string) => number,
): ReadonlyMap<string, Choice> {
  const places = new Map<string, number>();
  for (const { variable, given, best } of order) places.set(variable, best[placeOf(given, places, sizeOf)]!);
  return new Map(Array.from(places, ([variable, place]) => [variable, domains.get(variable)![place]!]));
}

function entryAt(
  { over, entries }: Dense,
  places: ReadonlyMap<string, number>,
  sizeOf: (variable: string) => number,
): number {
  return entries[placeOf(over, places, sizeOf)]!;
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
