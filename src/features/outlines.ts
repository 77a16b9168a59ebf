import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import { valuesAt } from '../space/odometer.js';
import { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { CellLayout } from './cells.js';
import { JuntaMemo, type Cells } from './junta.js';
import { statementsOf, type Statement } from './statements.js';

/** Configs around which every knob is tried at every value. */
const BASES = 2;

/** Random configs in a row that must bring nothing new before the tables are trusted, and the most that are asked for. */
const QUIET = 128;
const MOST_RANDOM = 2048;

/**
 * The cells of a config's nest. Lowering takes half a millisecond, and annealing asks for thousands of configs; but a loop's length or a stride
 * depends on a few knobs only, so that nearly all configs are put together from what was seen in nests of others (`junta.ts`).
 */
export class Outlines {
  readonly layout: CellLayout;
  readonly #memo: JuntaMemo;

  /** Lowers some hundred configs. */
  constructor(
    private readonly space: Space,
    private readonly nest: (config: Config) => Nest,
  ) {
    const random = new Random(1);
    const probes = this.#probes(random);
    const nests = new Map(probes.map((index) => [index, this.#statements(index)]));
    this.layout = new CellLayout([...nests.values()].filter((known) => Array.isArray(known)));
    const cellsOf = (known: Known): Cells | undefined => (Array.isArray(known) ? this.layout.cellsOf(known) : known);
    const evaluate = (index: number): Cells | undefined => {
      const probe = nests.get(index);
      nests.delete(index);
      return cellsOf(probe ?? this.#statements(index));
    };
    const radices = space.knobs.map(({ values }) => values.length);
    this.#memo = new JuntaMemo({ radices, evaluate }, this.layout.width);
    for (const index of probes) this.#memo.learn(index);
    for (let quiet = 0, asked = 0; quiet < QUIET && asked < MOST_RANDOM; asked++) {
      const config = space.sample(random);
      if (!config) break;
      quiet = this.#memo.learn(config.index) ? quiet + 1 : 0;
    }
  }

  /** Writes the cells of a config to `cells`; false where it cannot be instantiated. */
  read(config: Config, cells: Float64Array): boolean {
    return this.#memo.read(config.index, cells);
  }

  /** The knobs, by their places in the space, that each cell is known to depend on. */
  get relevant(): readonly ReadonlySet<number>[] {
    return this.#memo.relevant;
  }

  /** Some configs, and those that differ from them in one knob: these show on which knobs a cell depends, forbidden or not. */
  #probes(random: Random): number[] {
    const probes = new Set<number>();
    for (let i = 0; i < BASES; i++) {
      const base = this.space.sample(random)?.index;
      if (base === undefined) break;
      let step = 1;
      for (const { values } of this.space.knobs) {
        const digit = Math.floor(base / step) % values.length;
        for (let other = 0; other < values.length; other++) probes.add(base + (other - digit) * step);
        step *= values.length;
      }
    }
    return [...probes];
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

/** The statements of a config's nest; that there is none; or nothing, for a config that is forbidden. */
type Known = Statement[] | 'undefined' | undefined;
