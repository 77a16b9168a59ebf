import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Config, KnobValue } from '../space/config.js';
import type { Knob } from '../space/knob.js';
import { digitsAt, valuesAt } from '../space/odometer.js';
import { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { CellLayout, namesIn } from './cells.js';
import { DependencyMemo, type Cells } from './dependency-memo.js';
import { statementsOf, type Statement } from './statements.js';

/** Configs around which every knob is tried at every value. */
const BASES = 2;

/** Random configs in a row that must bring nothing new, and the most that are asked for. */
const QUIET = 128;
const MOST_RANDOM = 2048;

/**
 * The cells of a config's nest. Lowering takes half a millisecond, and annealing asks for thousands of configs; but a
 * loop's length or a stride depends on a few knobs only, so that nearly all configs are put together from what was seen
 * in nests of others (`dependency-memo.ts`).
 */
export class NestCells {
  readonly layout: CellLayout;
  readonly #memo: DependencyMemo;

  /** Lowers some hundred configs. */
  constructor(
    private readonly space: Space,
    private readonly nest: (config: Config) => Nest,
  ) {
    const random = new Random(1);
    const nests = this.#explore(random);
    const probes = [...nests.keys()];
    this.layout = new CellLayout([...nests.values()].filter((known) => Array.isArray(known)));
    const evaluate = (index: number): Cells | undefined => {
      const known = nests.has(index) ? nests.get(index) : this.#statements(index);
      nests.delete(index);
      return Array.isArray(known) ? this.layout.cellsOf(known) : known;
    };
    const radices = space.knobs.map(({ values }) => values.length);
    const sizes = space.knobs.map(sizesOf);
    const isValid = space.isValid.bind(space);
    this.#memo = new DependencyMemo({ radices, sizes, evaluate, isValid }, this.layout.width);
    // The random ones among them come last: what they show counts as if they were drawn now.
    let quiet = 0;
    for (const index of probes.filter(isValid)) quiet = this.#memo.learn(index) ? quiet + 1 : 0;
    untilQuiet(() => {
      const config = space.sample(random);
      return config === undefined || this.#memo.learn(config.index);
    }, quiet);
  }

  /** Writes the cells of a config to `cells`; false where it cannot be instantiated. */
  read(config: Config, cells: Float64Array): boolean {
    return this.#memo.read(config.index, cells);
  }

  /**
   * Nests of enough configs to know all stages, loops and accesses: probes, and random ones until nothing new is met.
   */
  #explore(random: Random): Map<number, Known> {
    const nests = new Map<number, Known>();
    const names = new Set<string>();
    const meet = (index: number): boolean => {
      if (nests.has(index)) return true;
      const known = this.#statements(index);
      nests.set(index, known);
      const before = names.size;
      if (Array.isArray(known)) for (const name of namesIn(known)) names.add(name);
      return names.size === before;
    };
    for (const index of this.#probes(random)) meet(index);
    untilQuiet(() => {
      const config = this.space.sample(random);
      return config === undefined || meet(config.index);
    });
    return nests;
  }

  /**
   * Some configs, and those that differ from them in one knob, which show on which knobs a cell depends; or in two that
   * are no sizes, which together decide what stages and loops there are. Forbidden ones show that as well.
   */
  #probes(random: Random): Set<number> {
    const probes = new Set<number>();
    const { knobs } = this.space;
    for (let i = 0; i < BASES; i++) {
      const base = this.space.sample(random);
      if (base === undefined) break;
      const changes = this.#changes(base.index);
      changes.flat().forEach((change) => probes.add(base.index + change));
      const choices = changes.filter((_, place) => !knobs[place]!.values.every(isOfSizes));
      choices.forEach((some, place) => {
        for (const others of choices.slice(place + 1))
          for (const one of some) for (const other of others) probes.add(base.index + one + other);
      });
    }
    return probes;
  }

  /** For each knob, what its values add to an index. */
  #changes(index: number): number[][] {
    const digits = digitsAt(this.space.knobs, index);
    let step = 1;
    return this.space.knobs.map(({ values }, place) => {
      const changes = values.map((_, digit) => (digit - digits[place]!) * step);
      step *= values.length;
      return changes;
    });
  }

  #statements(index: number): Known {
    try {
      return statementsOf(this.nest({ index, values: valuesAt(this.space.knobs, index) }));
    } catch (error) {
      if (error instanceof InstantiationError && this.space.isValid(index)) return 'undefined';
      // A template may rely on its constraints; what it does where they are broken is of no interest.
      if (!this.space.isValid(index)) return undefined;
      throw error;
    }
  }
}

/** Whether a value of a knob is a size of a tile or the like, or several. */
function isOfSizes(value: KnobValue): boolean {
  return Array.isArray(value) ? value.every(isOfSizes) : typeof value === 'number';
}

/** The values of a knob that are sizes of tiles or the like. */
function sizesOf({ values }: Knob): number[] | undefined {
  const sizes = values.filter((value) => typeof value === 'number' && value > 0);
  return sizes.length === values.length ? (sizes as number[]) : undefined;
}

/** Repeats a step until it has brought nothing new many times in a row, of which there were so many before. */
function untilQuiet(isQuiet: () => boolean, before = 0): void {
  for (let quiet = before, asked = 0; quiet < QUIET && asked < MOST_RANDOM; asked++) quiet = isQuiet() ? quiet + 1 : 0;
}

/** The statements of a config's nest; that there is none; or nothing, for a config that is forbidden. */
type Known = Statement[] | 'undefined' | undefined;
