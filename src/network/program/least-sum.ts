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
  return new Elimination(domains).solve(tables);
}

class Elimination<Choice> {
  constructor(private readonly domains: ReadonlyMap<string, readonly Choice[]>) {}

  solve(tables: readonly Table<Choice>[]): Solution<Choice> | undefined {
    let left: readonly Dense[] = tables.map(({ over, cost }) =>
      this.dense(over, (places) => cost(over.map((variable) => this.domains.get(variable)![places.get(variable)!]!))),
    );
    const order: Eliminated[] = [];
    for (const waiting = new Set(this.domains.keys()); waiting.size > 0;) {
      const neighbours = neighboursOf(waiting, left);
      const fewest = extreme(neighbours, (a, b) => b < a);
      const sums = Array.from(neighbours.get(fewest)!, (other) => this.sizeOf(other));
      const isSmall = sums.reduce((product, size) => product * size, 1) <= MOST_SUMS;
      const variable = isSmall ? fewest : extreme(neighbours, (a, b) => b > a);
      const touching = left.filter(({ over }) => over.includes(variable));
      const { tables: instead, eliminated } = isSmall
        ? this.eliminate(variable, touching)
        : this.fix(variable, touching);
      left = [...left.filter((one) => !touching.includes(one)), ...instead];
      order.push(eliminated);
      waiting.delete(variable);
    }
    const cost = left.reduce((sum, { entries }) => sum + entries[0]!, 0);
    return cost === Infinity ? undefined : { cost, choices: this.choicesOf(order.toReversed()) };
  }

  private sizeOf(variable: string): number {
    return this.domains.get(variable)!.length;
  }

  /** A table of what a function says of the places of its variables' choices. */
  private dense(over: readonly string[], of: (places: Map<string, number>, at: number) => number): Dense {
    const sizes = over.map((variable) => this.sizeOf(variable));
    const length = sizes.reduce((product, size) => product * size, 1);
    if (length > MOST_ENTRIES) throw new Error(`a table over ${sizes.length} layouts is too large`);
    const entries = Float64Array.from({ length }, (_, at) => {
      const places = new Map<string, number>();
      let rest = at;
      for (let d = over.length - 1; d >= 0; d--) {
        places.set(over[d]!, rest % sizes[d]!);
        rest = Math.floor(rest / sizes[d]!);
      }
      return of(places, at);
    });
    return { over, entries };
  }

  private placeOf(over: readonly string[], places: ReadonlyMap<string, number>): number {
    return over.reduce((at, variable) => at * this.sizeOf(variable) + places.get(variable)!, 0);
  }

  /** A variable takes the choice for which its tables cost least at best; they are left as what they are then. */
  private fix(variable: string, tables: readonly Dense[]): Step {
    const sums = Array.from({ length: this.sizeOf(variable) }, (_, choice) =>
      tables.reduce((sum, table) => sum + Math.min(...this.slice(table, variable, choice).entries), 0),
    );
    const choice = sums.indexOf(Math.min(...sums));
    return {
      tables: tables.map((table) => this.slice(table, variable, choice)),
      eliminated: { variable, given: [], best: Uint8Array.of(choice) },
    };
  }

  /** A table where a variable has one choice. */
  private slice({ over, entries }: Dense, variable: string, choice: number): Dense {
    const others = over.filter((other) => other !== variable);
    return this.dense(others, (places) => entries[this.placeOf(over, places.set(variable, choice))]!);
  }

  /** The tables of a variable as one without it. */
  private eliminate(variable: string, tables: readonly Dense[]): Step {
    const given = [...new Set(tables.flatMap(({ over }) => over))].filter((other) => other !== variable);
    const best: number[] = [];
    const table = this.dense(given, (places, at) => {
      let least = Infinity;
      for (let choice = 0; choice < this.sizeOf(variable); choice++) {
        places.set(variable, choice);
        const sum = tables.reduce((total, { over, entries }) => total + entries[this.placeOf(over, places)]!, 0);
        if (sum >= least) continue;
        least = sum;
        best[at] = choice;
      }
      best[at] ??= 0;
      return least;
    });
    return { tables: [table], eliminated: { variable, given, best: Uint8Array.from(best) } };
  }

  private choicesOf(order: readonly Eliminated[]): ReadonlyMap<string, Choice> {
    const places = new Map<string, number>();
    for (const { variable, given, best } of order) places.set(variable, best[this.placeOf(given, places)]!);
    return new Map(Array.from(places, ([variable, place]) => [variable, this.domains.get(variable)![place]!]));
  }
}

/** Of each variable that waits, itself and those that share a table with it. */
function neighboursOf(
  waiting: ReadonlySet<string>,
  tables: readonly Dense[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map(Array.from(waiting, (variable) => [variable, new Set([variable])]));
  for (const { over } of tables)
    for (const variable of over) for (const other of over) neighbours.get(variable)?.add(other);
  return neighbours;
}

function extreme(
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  isBetter: (a: number, b: number) => boolean,
): string {
  return [...neighbours].reduce((a, b) => (isBetter(a[1].size, b[1].size) ? b : a))[0];
}

interface Step {
  /** In the place of the variable's. */
  readonly tables: readonly Dense[];
  readonly eliminated: Eliminated;
}
