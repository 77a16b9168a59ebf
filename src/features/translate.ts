import type { Config } from '../space/config.js';
import type { Featurizer } from './featurizer.js';

/**
 * Features of configs of one space in the columns of another. Columns are matched by name; a column that the first
 * lacks, such as that of a choice that a shape does not offer, is 0.
 */
export function translator(from: Featurizer, to: Featurizer): (config: Config) => Float32Array {
  const columns = to.names.map((name) => from.names.indexOf(name));
  const buffer = new Float32Array(from.width);
  return (config) => {
    from.write(config, buffer, 0);
    return Float32Array.from(columns, (column) => (column < 0 ? 0 : buffer[column]!));
  };
}
