import FlatQueue from 'flatqueue';
import type { Config } from '../space/config.js';
import { Decisions, type Prefix } from '../space/decisions.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { TopProposals, type Maximiser, type Objective, type Proposals } from './maximiser.js';
import { Structure } from './structure.js';

/** States that are expanded of each depth, where the evaluations allow it, and coarse-to-fine passes. */
const WIDTH = 32;
const PASSES = 5;

/** What a structure costs that the pass before did not permit, and how far behind the best those permitted may be. */
const NOT_PERMITTED = 10;
const PERMITTED = 1.2;

/** Probability with which a greedy run with dropout drops nothing. */
const FULLY_GREEDY = 0.01;

/** Share of the evaluations that the beam may take; the others are for greedy runs. */
const BEAM = 1 / 2;

/** Greedy runs for each config that is asked for: several may end where others did. */
const RUNS = 2;

/** A prefix, and the best that is known to begin with it. */
interface State {
  readonly prefix: Prefix;
  readonly completion: Config;
  /** Relative to others: e to the power of minus the score. */
  readonly cost: number;
  readonly parent: State | undefined;
}

/** @internal Its figures are compared pass by pass in bench/. */
export interface BeamOptions {
  readonly width: number;
  readonly passes: number;
}

/**
 * Beam search over the decisions of a space, as Halide schedules a pipeline stage by stage (Adams et al., SIGGRAPH
 * 2019): states are prefixes, and the best of each depth are expanded. What is not decided counts as it is in the
 * state's parent, or as the first choices, which in templates over stages is the deepest site. Five passes go from
 * coarse structures to fine ones: a structure that comes again costs more each time, and one that lay far behind in the
 * pass before costs much more.
 */
export class BeamSearch implements Maximiser {
  readonly #decisions: Decisions;
  readonly #structure: Structure;

  constructor(space: Space) {
    this.#decisions = new Decisions(space);
    this.#structure = new Structure(this.#decisions);
  }

  /** The end of the beam first, then ends of greedy runs that drop a good state now and then. */
  find(k: number, evaluations: number, objective: Objective): Proposals {
    const top = new TopProposals(k, objective);
    const { places, space } = this.#decisions;
    const branches = places.reduce((sum, place) => sum + space.knobs[place]!.values.length, 1);
    const width = Math.max(1, Math.min(WIDTH, Math.floor((BEAM * evaluations) / branches)));
    const scores = new PrefixScores(this.#decisions, objective);
    const found = new Set<number>();
    const take = (ends: readonly State[]): void => {
      const end = ends.find(({ completion: { index } }) => !found.has(index) && !objective.visited.has(index));
      if (!end) return;
      found.add(end.completion.index);
      top.score(end.completion);
    };
    take(this.#beam({ width, passes: PASSES }, scores));
    for (let run = 0; run < RUNS * k && found.size < k && scores.evaluated < evaluations; run++)
      take(this.#greedy(scores, objective.random));
    return top.take();
  }

  /** The best end of all passes, and what the scores asked of the model. */
  search(
    options: BeamOptions,
    objective: Objective,
  ): { readonly best: Config | undefined; readonly evaluated: number } {
    const scores = new PrefixScores(this.#decisions, objective);
    return { best: this.#beam(options, scores).at(0)?.completion, evaluated: scores.evaluated };
  }

  /** Ends, best first. */
  #beam({ width, passes }: BeamOptions, scores: PrefixScores): readonly State[] {
    let permitted: ReadonlySet<string> = new Set();
    const ends = new Map<number, State>();
    for (let pass = 0; pass < passes; pass++) {
      const last = this.#descend(scores, (states) =>
        passes > 1 && width > 1 ? this.#penalised(states, width, pass, permitted) : cheapest(states, width),
      );
      for (const state of last) ends.set(state.completion.index, state);
      permitted = new Set([...permitted, ...this.#permittedBy(last, pass)]);
    }
    return [...ends.values()].sort((a, b) => a.cost - b.cost);
  }

  /** A beam of one state, which passes over the best of a depth now and then. */
  #greedy(scores: PrefixScores, random: Random): readonly State[] {
    const keep = FULLY_GREEDY ** (1 / this.#decisions.places.length);
    return this.#descend(scores, (states) => {
      const inOrder = states.toSorted((a, b) => a.cost - b.cost);
      const chosen = inOrder.find((_, place) => place === inOrder.length - 1 || random.float() < keep);
      return chosen ? [chosen] : [];
    });
  }

  /** From the root to the states of the last decision; `select`: those of a depth that are expanded. */
  #descend(scores: PrefixScores, select: (states: readonly State[]) => readonly State[]): readonly State[] {
    const root = scores.root();
    let states: readonly State[] = root ? [root] : [];
    for (let depth = 0; depth < this.#decisions.places.length; depth++)
      states = select(states.flatMap((state) => this.#childrenOf(state, scores)));
    return states;
  }

  #childrenOf(state: State, scores: PrefixScores): readonly State[] {
    return this.#decisions.next(state.prefix).flatMap((prefix) => scores.of(prefix, state) ?? []);
  }

  /** Halide's choice: cheapest first, after what a structure that was met before, or not permitted, adds to a cost. */
  #penalised(states: readonly State[], width: number, pass: number, permitted: ReadonlySet<string>): State[] {
    const queue = new FlatQueue<{ readonly state: State; readonly isFinal: boolean }>();
    for (const state of states) queue.push({ state, isFinal: false }, state.cost);
    const met = new Map<string, number>();
    const chosen: State[] = [];
    while (chosen.length < width && queue.length > 0) {
      const { state, isFinal } = queue.pop()!;
      const penalty = isFinal ? 1 : this.#penaltyOf(state, pass, met, permitted);
      if (penalty > 1 && state.cost * penalty > (queue.peekValue() ?? Infinity))
        queue.push({ state, isFinal: true }, state.cost * penalty);
      else chosen.push(state);
    }
    return chosen;
  }

  #penaltyOf({ prefix }: State, pass: number, met: Map<string, number>, permitted: ReadonlySet<string>): number {
    const fine = this.#structure.of(prefix, pass + 1);
    const times = (met.get(fine) ?? 0) + 1;
    met.set(fine, times);
    const isPermitted = pass === 0 || permitted.has(this.#structure.of(prefix, pass - 1));
    return times + (isPermitted ? 0 : NOT_PERMITTED);
  }

  /** Structures of the ends that are near the best, and of all that led to them. */
  *#permittedBy(ends: readonly State[], pass: number): Generator<string> {
    const best = ends.reduce((least, { cost }) => Math.min(least, cost), Infinity);
    for (const end of ends.filter(({ cost }) => cost <= PERMITTED * best))
      for (let state: State | undefined = end; state; state = state.parent)
        yield this.#structure.of(state.prefix, pass);
  }
}

function cheapest(states: readonly State[], width: number): readonly State[] {
  return states.toSorted((a, b) => a.cost - b.cost).slice(0, width);
}

/** What prefixes cost by the model. */
class PrefixScores {
  readonly #first: Int32Array;
  readonly #asked = new Set<number>();

  constructor(
    private readonly decisions: Decisions,
    private readonly objective: Objective,
  ) {
    this.#first = new Int32Array(decisions.space.knobs.length);
  }

  /** Different configs that the model was asked for. */
  get evaluated(): number {
    return this.#asked.size;
  }

  /** No decision: as the fastest trial, as the first choices, or as drawn. Undefined where no config is found. */
  root(): State | undefined {
    const known = this.objective.fastest.slice(0, 1).map((config) => this.decisions.digits(config));
    const root = this.decisions.root();
    const found = this.#best(root, [...known, this.#first], undefined);
    if (found) return found;
    // The first choices may be far from any config: one that is drawn is near enough to complete what follows.
    const drawn = this.decisions.space.sample(this.objective.random);
    return drawn && this.#best(root, [this.decisions.digits(drawn)], undefined);
  }

  of(prefix: Prefix, parent: State): State | undefined {
    return this.#best(prefix, [this.decisions.digits(parent.completion), this.#first], parent);
  }

  #best(prefix: Prefix, fillings: readonly Int32Array[], parent: State | undefined): State | undefined {
    let best: State | undefined;
    for (const filling of fillings) {
      const completion = this.decisions.complete(prefix, filling);
      if (!completion) continue;
      this.#asked.add(completion.index);
      const cost = Math.exp(-this.objective.score(completion));
      if (!best || cost < best.cost) best = { prefix, completion, cost, parent };
    }
    return best;
  }
}
