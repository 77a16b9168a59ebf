/** What a config of a sketch keeps to: vectors, registers, code. Searches ask for it millions of times. */
import type { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import type { Values } from '../../space/space.js';
import type { SimdTarget } from '../../target/target.js';
import { maxUnrolled, tileRegisters } from '../register-tile.js';
import { cutKnobsOf, readCuts, type CutKnobs } from './cuts.js';
import type { Cut } from './nest.js';
import { nameOf, type Sketch } from './sketch.js';
import { isCostly, isSum, longestSum, runsAlongSum } from './stages.js';

/** Dot products that are added up at once, whose lanes are added one by one. */
const mostRows = 8;
/** Times the code of an output's tile that all that is computed for it may be. */
const mostCopies = 4;

interface Tiled extends CutKnobs {
  readonly isSum: boolean;
  readonly shape: readonly number[];
  /** Lanes of the vectors that can run along its sum. */
  readonly alongSum: ReadonlySet<unknown>;
}

/** Which configs of a space are worth a build. */
export class Limits {
  readonly #output: Tiled;
  /** By the name of a sketch, what it stores besides the output. */
  readonly #sketches: ReadonlyMap<unknown, { readonly sketch: Sketch; readonly producers: readonly Tiled[] }>;
  /** Terms of the output's sum along its longest axis, and its axes. */
  readonly #terms: number;
  readonly #sumAxes: number;

  constructor(
    { stages, output }: Schedule,
    sketches: readonly Sketch[],
    isKnob: (name: string) => boolean,
    private readonly target: SimdTarget,
  ) {
    const { lanes } = target.vector;
    const tiledOf = (stage: Stage): Tiled => ({
      ...cutKnobsOf(stage, isKnob),
      ...{ isSum: isSum(stage), shape: stage.tensor.shape },
      alongSum: new Set(isSum(stage) ? [lanes, lanes / 2].filter((some) => runsAlongSum(stage, some)) : []),
    });
    const producers = stages.filter((stage) => stage !== output && (isSum(stage) || isCostly(stage))).map(tiledOf);
    const storedBy = ({ maps }: Sketch): readonly Tiled[] =>
      producers.filter((stage) => stage.isSum || maps === 'store');
    this.#output = tiledOf(output);
    this.#sketches = new Map(sketches.map((sketch) => [nameOf(sketch), { sketch, producers: storedBy(sketch) }]));
    this.#terms = isSum(output) ? longestSum(output).extent : 1;
    this.#sumAxes = output.compute.reduction?.axes.length ?? 0;
  }

  /** Whether vectors along a tile are whole ones, or all there is. */
  fillsVectors(values: Values): boolean {
    const lanes = Number(values['lanes']);
    return this.#all(values, (tiled) => {
      if (tiled.knobs.length === 0 || this.#isAlongSum(tiled, values)) return true;
      const [, { elements }] = readCuts(tiled, values, false).at(-1)!;
      return elements % lanes === 0 || elements === tiled.shape[tiled.vectorDim];
    });
  }

  /** Whether sums fit the registers: a vector for several elements along the result, or for one along the sum. */
  fitsRegisters(values: Values): boolean {
    return this.#all(values, (tiled) => {
      if (!tiled.isSum) return true;
      const alongSum = this.#isAlongSum(tiled, values);
      let [rows, vectors] = [1, 1];
      for (const [dim, { elements }] of readCuts(tiled, values, alongSum))
        if (dim === tiled.vectorDim && !alongSum) vectors = Math.ceil(elements / Number(values['lanes']));
        else rows *= Math.min(elements, tiled.shape[dim]!);
      return alongSum ? rows <= mostRows : tileRegisters(rows, vectors) <= this.target.vector.registers;
    });
  }

  /** Whether tiles, and what is computed for each, are not too much code, shorter last ones included. */
  isLittleCode(values: Values): boolean {
    const most = maxUnrolled(this.target.vector);
    if (this.#codeOf(this.#output, values) > most) return false;
    const { sketch, producers } = this.#sketches.get(values['sketch'])!;
    const code = producers.reduce((sum, tiled) => sum + this.#codeOf(tiled, values), 0);
    return code === 0 || this.#copies(sketch, values) * code <= mostCopies * most;
  }

  /** Whether knobs that the sketch does not use have their first values, so that no other config is the same kernel. */
  usesItsKnobs(values: Values): boolean {
    const { sketch, producers } = this.#sketches.get(values['sketch'])!;
    const isWhole = this.#sumAxes === 0 || values['block_k'] === this.#terms;
    const cutsSum = this.#sumAxes > 1 && (sketch.sums === 'cache_write' || sketch.sums === 'cache_block');
    const keepsSum = sketch.sums === 'split_sum' ? !isWhole : isWhole || cutsSum;
    return keepsSum && (values['vectors'] === 1 || producers.some(({ knobs }) => knobs.length === 0));
  }

  /** Vectors, or elements along a sum, that the code of a stage unrolls: of each tile of another shape. */
  #codeOf(tiled: Tiled, values: Values): number {
    const alongSum = this.#isAlongSum(tiled, values);
    return readCuts(tiled, values, alongSum).reduce((product, [dim, cut]) => {
      const lanes = dim === tiled.vectorDim && !alongSum ? Number(values['lanes']) : 1;
      return product * tilesIn(tiled.shape[dim]!, cut).reduce((sum, length) => sum + Math.ceil(length / lanes), 0);
    }, 1);
  }

  /** How often what is computed inside the output is in the code. */
  #copies({ producers }: Sketch, values: Values): number {
    if (producers === 'root') return 1;
    return readCuts(this.#output, values, false).reduce((product, [dim, cut]) => {
      const extent = this.#output.shape[dim]!;
      return product * (producers === 'fuse_inner' ? tilesIn(extent, cut) : blocksIn(extent, cut)).length;
    }, 1);
  }

  #all(values: Values, test: (tiled: Tiled) => boolean): boolean {
    return test(this.#output) && this.#sketches.get(values['sketch'])!.producers.every(test);
  }

  #isAlongSum({ alongSum }: Tiled, values: Values): boolean {
    return alongSum.has(values['lanes']) && this.#sketches.get(values['sketch'])!.sketch.sums === 'rfactor';
  }
}

/** The lengths of the blocks of a dimension that are code of their own. */
function blocksIn(extent: number, { tiles, elements }: Cut): readonly number[] {
  return lengthsOf(extent, tiles * elements);
}

/** The same of tiles. */
function tilesIn(extent: number, cut: Cut): readonly number[] {
  return blocksIn(extent, cut).flatMap((length) => lengthsOf(length, cut.elements));
}

function lengthsOf(extent: number, size: number): readonly number[] {
  if (size >= extent) return [extent];
  return extent % size === 0 ? [size] : [size, extent % size];
}
