import type { Space } from '../space/space.js';
import type { Featurizer } from './featurizer.js';
import { knobFeaturizer } from './knobs.js';

/** The knobs without the products of their sizes: what a tree has to build these from. For comparison. */
export function valueFeaturizer(space: Space): Featurizer {
  const knobs = knobFeaturizer(space);
  const own = [...knobs.names.keys()].filter((column) => !knobs.names[column]!.includes(' * '));
  const row = new Float32Array(knobs.width);
  return {
    names: own.map((column) => `value: ${knobs.names[column]!}`),
    width: own.length,
    write(config, out, offset) {
      knobs.write(config, row, 0);
      own.forEach((column, i) => (out[offset + i] = row[column]!));
    },
  };
}
