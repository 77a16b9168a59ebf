import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { drawLatinHypercube } from './latin-hypercube.js';
import type { UnitCube } from './unit-cube.js';

/** Points of all Latin hypercubes of which the best spread one is taken. */
const POINTS = 800;

/**
 * Up to n configs, none excluded: of some Latin hypercubes the one whose two nearest points are furthest apart (Morris
 * and Mitchell, J. Statistical Planning and Inference 1995).
 */
export function drawSpreadDesign(
  space: Space,
  cube: UnitCube,
  random: Random,
  excluded: ReadonlySet<number>,
  n: number,
): Config[] {
  if (n === 0) return [];
  let [best, apart] = [drawLatinHypercube(space, random, excluded, n), -1];
  for (let design = 1; design < POINTS / n; design++) {
    const configs = drawLatinHypercube(space, random, excluded, n);
    const distance = leastDistance(cube, configs);
    if (configs.length < best.length || distance <= apart) continue;
    [best, apart] = [configs, distance];
  }
  return best;
}

/** The square of it. */
function leastDistance(cube: UnitCube, configs: readonly Config[]): number {
  const { dimensions } = cube;
  const points = cube.points(configs.map(({ index }) => index));
  let least = Infinity;
  for (let a = 0; a < points.length; a += dimensions) {
    for (let b = 0; b < a; b += dimensions) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += (points[a + i]! - points[b + i]!) ** 2;
      least = Math.min(least, sum);
    }
  }
  return least;
}
