import type { Surrogate } from '../model/gaussian-process/surrogate.js';
import type { Config } from '../space/config.js';
import { expectedImprovement } from './acquisition/ei.js';
import { CandidateSource, type Candidates } from './candidates.js';
import type { ExplorerContext } from './explorer.js';
import { drawSpreadDesign } from './spread-design.js';

/** Candidates whose variance is asked for: those of highest mean, and others, which may be uncertain enough. */
const LIKELY = 384;
const OTHERS = 384;

/** A candidate beside what the process says of it. */
interface ShortlistedConfig {
  readonly index: number;
  /** Where its point starts. */
  readonly at: number;
  readonly mean: number;
  /** What trials, and those believed, explain of it, by their order. */
  readonly explained: Float64Array;
  /** Variance that nothing explains. */
  left: number;
}

/** Batches of untried configs by expected improvement over a Gaussian process. */
export class ImprovementBatches {
  private readonly source: CandidateSource;

  constructor(private readonly context: Pick<ExplorerContext, 'space' | 'random'>) {
    this.source = new CandidateSource(context.space, context.random);
  }

  get dimensions(): number {
    return this.source.cube.dimensions;
  }

  /** A row of `dimensions` for each index. */
  points(indices: readonly number[]): Float64Array {
    return this.source.cube.points(indices);
  }

  /** Up to n configs that are not visited, spread over the space. */
  spread(n: number, visited: ReadonlySet<number>): Config[] {
    const { space, random } = this.context;
    return drawSpreadDesign(space, this.source.cube, random, visited, n);
  }

  /** Up to n configs that are not visited. `fastest`: indices of the trials that worked, fastest first. */
  choose(n: number, process: Surrogate, fastest: readonly number[], visited: ReadonlySet<number>): Config[] {
    const candidates = this.source.near(fastest);
    const shortlist = this.shortlist(n, process, candidates, visited);
    const means =
      fastest.length > 0
        ? [...process.means(this.points(fastest.slice(0, LIKELY)))]
        : shortlist.map(({ mean }) => mean);
    const best = means.reduce((highest, mean) => Math.max(highest, mean), -Infinity);
    return greedily(n, process, candidates.points, shortlist, best).map((index) => this.context.space.get(index));
  }

  private shortlist(
    n: number,
    process: Surrogate,
    { indices, points }: Candidates,
    visited: ReadonlySet<number>,
  ): ShortlistedConfig[] {
    const means = process.means(points);
    const places = [...indices.keys()].filter((place) => !visited.has(indices[place]!));
    places.sort((a, b) => means[b]! - means[a]! || a - b);
    const others = places.slice(LIKELY);
    this.context.random.shuffle(others);
    return [...places.slice(0, LIKELY), ...others.slice(0, OTHERS)].map((place) => {
      const at = place * process.dimensions;
      const explained = process.explained(points, at, n);
      const left = explained.reduce((rest, part) => rest - part * part, 1);
      return { index: indices[place]!, at, mean: means[place]!, explained, left };
    });
  }
}

/** One after the other, each as if those before it had come out as the process expects (kriging believer). */
function greedily(
  n: number,
  process: Surrogate,
  points: Float64Array,
  candidates: ShortlistedConfig[],
  best: number,
): number[] {
  const spread = Math.sqrt(process.scale);
  const chosen: number[] = [];
  while (chosen.length < n && candidates.length > 0) {
    const values = candidates.map(({ mean, left }) =>
      expectedImprovement({ mean, spread: spread * Math.sqrt(Math.max(left, 1e-9)) }, best),
    );
    const place = values.reduce((most, value, i) => (value > values[most]! ? i : most), 0);
    const [taken] = candidates.splice(place, 1);
    const known = process.observations + chosen.length;
    chosen.push(taken!.index);
    for (const candidate of candidates) believe(candidate, taken!, process, points, known);
  }
  return chosen;
}

/** Takes from the variance of a candidate what the outcome of another one would explain. */
function believe(
  candidate: ShortlistedConfig,
  taken: ShortlistedConfig,
  process: Surrogate,
  points: Float64Array,
  known: number,
): void {
  let shared = process.between(points, candidate.at, points, taken.at);
  for (let i = 0; i < known; i++) shared -= candidate.explained[i]! * taken.explained[i]!;
  const share = shared / Math.sqrt(Math.max(taken.left, 1e-9) + process.noise);
  candidate.explained[known] = share;
  candidate.left -= share * share;
}
