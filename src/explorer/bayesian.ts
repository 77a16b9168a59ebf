import { GaussianProcess } from '../model/gaussian-process/gaussian-process.js';
import { expectedImprovement } from './acquisition/ei.js';
import { candidatesOf } from './candidates.js';
import type { ExplorerContext, Observation } from './explorer.js';
import { fastest } from './fastest.js';
import { Steps } from './steps.js';
import { UnitCube } from './unit-cube.js';

/** Trials that a process learns from: a fit takes their third power. */
const LEARNED = 160;

/** Candidates whose variance is asked for: those of highest mean, and others, which may be uncertain enough. */
const LIKELY = 512;
const OTHERS = 512;

/** Chooses untried configs of a space by expected improvement over a Gaussian process on the trials. */
export class BayesianChoice {
  private readonly cube: UnitCube;
  private readonly steps: Steps;
  private readonly process: GaussianProcess;

  constructor(private readonly context: Pick<ExplorerContext, 'space' | 'random'>) {
    this.cube = new UnitCube(context.space);
    this.steps = new Steps(context.space);
    this.process = new GaussianProcess(this.cube.dimensions);
  }

  /** Up to n indices that are not visited; none while the trials show no difference. */
  choose(n: number, observed: ReadonlyMap<number, Observation>, visited: ReadonlySet<number>): number[] {
    if (n === 0 || this.cube.dimensions === 0 || !this.fit(observed)) return [];
    const { space, random } = this.context;
    const centres = fastest(observed).map(({ config }) => config.index);
    const indices = candidatesOf(space, random, this.steps, visited, centres);
    const chosen = this.greedily(n, this.shortlist(indices), this.highestMean(centres));
    return chosen;
  }

  private fit(observed: ReadonlyMap<number, Observation>): boolean {
    const trials = this.thinned(observed);
    const best = trials.reduce((most, { throughput }) => Math.max(most, throughput), 0);
    if (trials.length < 2 || trials.every(({ throughput }) => throughput === best)) return false;
    const points = this.cube.points(trials.map(({ config }) => config.index));
    this.process.fit(
      points,
      Float64Array.from(trials, ({ throughput }) => throughput / best),
    );
    return true;
  }

  /** The fastest half of those that are learned from, and a draw of the others. */
  private thinned(observed: ReadonlyMap<number, Observation>): readonly Observation[] {
    const trials = [...observed.values()];
    if (trials.length <= LEARNED) return trials;
    trials.sort((a, b) => b.throughput - a.throughput);
    const rest = trials.slice(LEARNED / 2);
    this.context.random.shuffle(rest);
    return [...trials.slice(0, LEARNED / 2), ...rest.slice(0, LEARNED / 2)];
  }

  private highestMean(centres: readonly number[]): number {
    const { process, cube } = this;
    const points = cube.points(centres.slice(0, LIKELY));
    let highest = -Infinity;
    for (let at = 0; at < points.length; at += cube.dimensions) {
      highest = Math.max(highest, process.mean(process.correlations(points, at)));
    }
    return highest;
  }

  private shortlist(indices: readonly number[]): Candidate[] {
    const { process, cube, context } = this;
    const points = cube.points(indices);
    const scored = indices.map((index, i) => {
      const correlations = process.correlations(points, i * cube.dimensions);
      return { index, at: i * cube.dimensions, mean: process.mean(correlations) };
    });
    scored.sort((a, b) => b.mean - a.mean || a.index - b.index);
    const others = scored.slice(LIKELY);
    context.random.shuffle(others);
    return [...scored.slice(0, LIKELY), ...others.slice(0, OTHERS)].map(({ index, at, mean }) => {
      const explained = process.explained(process.correlations(points, at));
      const left = explained.reduce((rest, part) => rest - part * part, 1);
      return { index, at, points, mean, explained: [explained], left };
    });
  }

  /** One after the other, as if the first had come out as the process expects (kriging believer). */
  private greedily(n: number, candidates: Candidate[], best: number): number[] {
    const chosen: number[] = [];
    const { process } = this;
    while (chosen.length < n && candidates.length > 0) {
      const spread = Math.sqrt(process.scale);
      const values = candidates.map(({ mean, left }) =>
        expectedImprovement({ mean, spread: spread * Math.sqrt(Math.max(left, 1e-9)) }, best),
      );
      const place = values.reduce((most, value, i) => (value > values[most]! ? i : most), 0);
      const [taken] = candidates.splice(place, 1);
      chosen.push(taken!.index);
      if (chosen.length < n) for (const candidate of candidates) this.believe(candidate, taken!);
    }
    return chosen;
  }

  /** Takes from the variance of a candidate what the outcome of another one would explain. */
  private believe(candidate: Candidate, taken: Candidate): void {
    const { process } = this;
    let shared = process.between(candidate.points, candidate.at, taken.points, taken.at);
    taken.explained.forEach((of, part) => {
      const own = candidate.explained[part]!;
      for (let i = 0; i < of.length; i++) shared -= of[i]! * own[i]!;
    });
    const share = shared / Math.sqrt(Math.max(taken.left, 1e-9) + process.noise);
    candidate.explained.push(Float64Array.of(share));
    candidate.left -= share * share;
  }
}

interface Candidate {
  readonly index: number;
  readonly points: Float64Array;
  /** Where its point starts. */
  readonly at: number;
  readonly mean: number;
  /** What trials, and those believed, explain of it. */
  readonly explained: Float64Array[];
  /** Variance that nothing explains. */
  left: number;
}
