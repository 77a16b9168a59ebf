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
/** Sums that an elimination may make: half a second, about. */
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
  let left: readonly Dense[] = tables.map((table) => densely(table, domains));
  const order: Eliminated[] = [];
  // Of thousands of variables only those beside the one that goes get other neighbours.
  const neighbours = new Map(neighboursOf(new Set(domains.keys()), left));
  while (neighbours.size > 0) {
    const fewest = extreme(neighbours, (a, b) => b < a);
    const isSmall = sizeIn(neighbours.get(fewest)!, sizeOf) <= MOST_SUMS;
    const variable = isSmall ? fewest : extreme(neighbours, (a, b) => b > a);
    const touching = left.filter(({ over }) => over.includes(variable));
    const { tables: instead, eliminated } = (isSmall ? eliminate : fix)(variable, touching, sizeOf);
    left = [...left.filter((one) => !touching.includes(one)), ...instead];
    order.push(eliminated);
    const beside = new Set(touching.flatMap(({ over }) => over));
    neighbours.delete(variable);
    beside.delete(variable);
    for (const [other, those] of neighboursOf(beside, left)) neighbours.set(other, those);
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

/** Of each of some variables, itself and those that share a table with it. */
function neighboursOf(
  variables: ReadonlySet<string>,
  tables: readonly Dense[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map(Array.from(variables, (variable) => [variable, new Set([variable])]));
  for (const { over } of tables)
    for (const variable of over)
      if (variables.has(variable)) for (const other of over) neighbours.get(variable)!.add(other);
  return neighbours;
}

/** The first variable whose number of neighbours no other one's is better than. */
function extreme(
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  isBetter: (a: number, b: number) => boolean,
): string {
  return [...neighbours].reduce((a, b) => (isBetter(a[1].size, b[1].size) ? b : a))[0];
}

function sizeIn(variables: ReadonlySet<string>, sizeOf: (variable: string) => number): number {
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
    tables.reduce((sum, table) => sum + Math.min(...slice(table, variable, choice, sizeOf).entries), 0),
  );
  const choice = sums.indexOf(Math.min(...sums));
  return {
    tables: tables.map((table) => slice(table, variable, choice, sizeOf)),
    eliminated: { variable, given: [], best: Uint8Array.of(choice) },
  };
}

/** A table where a variable has one choice. */
function slice(table: Dense, variable: string, choice: number, sizeOf: (variable: string) => number): Dense {
  const over = table.over.filter((other) => other !== variable);
  const sizes = over.map(sizeOf);
  const entries = Float64Array.from({ length: entriesOf(sizes) }, (_, at) => {
    const places = new Map(placesIn(at, sizes).map((place, d) => [over[d]!, place]));
    return entryAt(table, places.set(variable, choice), sizeOf);
  });
  return { over, entries };
}

/** The tables of a variable as one without it. */
function eliminate(variable: string, tables: readonly Dense[], sizeOf: (variable: string) => number): Step {
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
  return { tables: [{ over: given, entries }], eliminated: { variable, given, best } };
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
