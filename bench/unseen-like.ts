/**
 * Draws the suite `unseen-like`: thirty shapes of layers that are written down here by the formulas of their networks,
 * not by hand. Prints `src/products/bench/unseen-like.ts`, or writes it with `--write`.
 */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOperator } from '../src/operator/registry.js';
import { Random } from '../src/space/random.js';
import { packageRoot } from '../src/target/root.js';
import type { DrawnShape } from '../src/products/bench/unseen-like.js';
import { families } from './unseen-like/families.js';

const SEED = 15;

/** A layer of more operations takes too long to tune for what it teaches. */
const MOST_FLOPS = 4e9;

/** So many layers of each family, none twice. */
export function draw(): readonly DrawnShape[] {
  const random = new Random(SEED);
  const drawn = new Map<string, DrawnShape>();
  for (const { layers, count } of families) {
    const candidates = layers().filter((layer) => flopsOf(layer) <= MOST_FLOPS);
    random.shuffle(candidates);
    const fresh = candidates.filter((layer) => !drawn.has(nameOf(layer)));
    for (const layer of distinct(fresh).slice(0, count)) drawn.set(nameOf(layer), layer);
  }
  return [...drawn.values()];
}

/** The module that holds what was drawn. */
export function moduleOf(shapes: readonly DrawnShape[]): string {
  const lines = shapes.map(({ from, operator, options }) => {
    const pairs = Object.entries(options).map(([key, value]) => `${key}: '${value}'`);
    return `  {\n    from: '${from}',\n    operator: '${operator}',\n    options: { ${pairs.join(', ')} },\n  },`;
  });
  return [
    '/** Drawn by bench/unseen-like.ts: `npm run bench:unseen-like -- --write` writes this file. */',
    '',
    '/** A shape, and the layer that it is of. */',
    'export interface DrawnShape {',
    '  readonly from: string;',
    '  readonly operator: string;',
    '  readonly options: Readonly<Record<string, string>>;',
    '}',
    '',
    '// prettier-ignore',
    'export const unseenLike: readonly DrawnShape[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}

function flopsOf({ operator: name, options }: DrawnShape): number {
  const operator = findOperator(name);
  return operator.flops(operator.workload(undefined, options));
}

function nameOf({ operator: name, options }: DrawnShape): string {
  return `${name} ${findOperator(name).workload(undefined, options).name}`;
}

/** Networks have many layers more than once. */
function distinct(layers: readonly DrawnShape[]): readonly DrawnShape[] {
  return [...new Map(layers.map((layer) => [nameOf(layer), layer])).values()];
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const text = moduleOf(draw());
  if (process.argv.includes('--write'))
    writeFileSync(join(packageRoot(), 'src', 'products', 'bench', 'unseen-like.ts'), text);
  else process.stdout.write(text);
}
