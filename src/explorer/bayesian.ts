import { GaussianProcess } from '../model/gaussian-process/gaussian-process.js';
import type { Config } from '../space/config.js';
import { expectedImprovement } from './acquisition/ei.js';
import { CandidateSource, type Candidates } from './candidates.js';
import type { ExplorerContext, Observation } from './explorer.js';
import { fastest } from './fastest.js';
import { drawSpreadDesign } from './spread-design.js';

/** Trials that a process learns from: a fit takes their third power. */
const LEARNED = 160;

/** Candidates whose variance is asked for: those of highest mean, and others, which may be uncertain enough. */
const LIKELY = 384;
const OTHERS = 384;

/** A candidate beside what the process says of it. */
interface Candidate {
  readonly index: number;
  /** Where its point starts. */
  readonly at: number;
  readonly mean: number;
  /** What trials, and those believed, explain of it, by their order. */
  readonly explained: Float64Array;
  /** Variance that nothing explains. */
  left: number;
}

/** Chooses untried configs of a space by expected improvement over a Gaussian process on the trials. */
export class BayesianChoice {
  private readonly source: CandidateSource;
  private readonly process: GaussianProcess;

  constructor(private readonly context: Pick<ExplorerContext, 'space' | 'random'>) {
    this.source = new CandidateSource(context.space, context.random);
    this.process = new GaussianProcess(this.source.cube.dimensions);
  }

  /** Up to n configs that are not visited, spread over the space. */
  spread(n: number, visited: ReadonlySet<number>): Config[] {
    const { space, random } = this.context;
    return drawSpreadDesign(space, this.source.cube, random, visited, n);
  }

  /** Up to n configs that are not visited; none while the trials show no difference. */
  choose(n: number, observed: ReadonlyMap<number, Observation>, visited: ReadonlySet<number>): Config[] {
    if (n === 0 || !this.fit(observed)) return [];
    const centres = fastest(observed).map(({ config }) => config.index);
    const candidates = this.source.near(centres);
    const chosen = this.greedily(n, candidates, this.shortlist(n, candidates, visited), this.highestMean(centres));
    return chosen.map((index) => this.context.space.get(index));
  }

  private fit(observed: ReadonlyMap<number, Observation>): boolean {
    const trials = this.thinned(observed);
    const best = trials.reduce((most, { throughput }) => Math.max(most, throughput), 0);
    if (trials.every(({ throughput }) => throughput === best)) return false;
    const points = this.source.cube.points(trials.map(({ config }) => config.index));
    this.process.fit(
      points,
      Float64Array.from(trials, ({ throughput }) => throughput / best),
    );
    return true;
  }

  /** Trials that are learned from: of many the fastest, and a draw of the others. */
  private thinned(observed: ReadonlyMap<number, Observation>): readonly Observation[] {
    const trials = [...observed.values()];
    if (trials.length <= LEARNED) return trials;
    trials.sort((a, b) => b.throughput - a.throughput);
    const rest = trials.slice(LEARNED / 2);
    this.context.random.shuffle(rest);
    return [...trials.slice(0, LEARNED / 2), ...rest.slice(0, LEARNED / 2)];
  }

  /** Over the fastest trials. */
  private highestMean(centres: readonly number[]): number {
    const points = this.source.cube.points(centres.slice(0, LIKELY));
    return this.process.means(points).reduce((highest, mean) => Math.max(highest, mean), -Infinity);
  }

  private shortlist(n: number, { indices, points }: Candidates, visited: ReadonlySet<number>): Candidate[] {
    const { process, context } = this;
    const means = process.means(points);
    const places = [...indices.keys()].filter((place) => !visited.has(indices[place]!));
    places.sort((a, b) => means[b]! - means[a]! || a - b);
    const others = places.slice(LIKELY);
    context.random.shuffle(others);
    return [...places.slice(0, LIKELY), ...others.slice(0, OTHERS)].map((place) => {
      const at = place * process.dimensions;
      const explained = process.explained(points, at, n);
      const left = explained.reduce((rest, part) => rest - part * part, 1);
      return { index: indices[place]!, at, mean: means[place]!, explained, left };
    });
  }

  /** One after the other, each as if those before it had come out as the process expects (kriging believer). */
  private greedily(n: number, { points }: Candidates, candidates: Candidate[], best: number): number[] {
    const spread = Math.sqrt(this.process.scale);
    const chosen: number[] = [];
    while (chosen.length < n && candidates.length > 0) {
      const values = candidates.map(({ mean, left }) =>
        expectedImprovement({ mean, spread: spread * Math.sqrt(Math.max(left, 1e-9)) }, best),
      );
      const place = values.reduce((most, value, i) => (value > values[most]! ? i : most), 0);
      const [taken] = candidates.splice(place, 1);
      const known = this.process.observations + chosen.length;
      chosen.push(taken!.index);
      for (const candidate of candidates) this.believe(candidate, taken!, points, known);
    }
    return chosen;
  }

  /** Takes from the variance of a candidate what the outcome of another one would explain. */
  private believe(candidate: Candidate, taken: Candidate, points: Float64Array, known: number): void {
    const { process } = this;
    let shared = process.between(points, candidate.at, points, taken.at);
    for (let i = 0; i < known; i++) shared -= candidate.explained[i]! * taken.explained[i]!;
    const share = shared / Math.sqrt(Math.max(taken.left, 1e-9) + process.noise);
    candidate.explained[known] = share;
    candidate.left -= share * share;
  }
}
