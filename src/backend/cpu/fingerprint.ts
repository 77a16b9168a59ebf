import { machine, type Machine } from '../../target/machine.js';
import { slug } from '../../target/slug.js';

/**
 * A short string that is the same on machines where timings can be compared: CPU, cores and caches, in words that a
 * person can read in a log, `amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k`.
 */
export function fingerprint(of: Machine = machine()): string {
  const name = slug(of.cpu.toLowerCase().replace(/\((r|tm)\)|@.*?ghz|\bcpu\b|\bprocessor\b/g, ' '));
  const { l1, l2, l3 } = of.caches;
  const kibibytes = (bytes: number): string => `${Math.round(bytes / 1024)}k`;
  return `${name}.${of.cores}c.l1-${kibibytes(l1)}.l2-${kibibytes(l2)}.l3-${kibibytes(l3)}`;
}
