import { backendNamed } from '../backend/registry.js';
import type { TuneRecord } from './record.js';

/**
 * Whether a record was measured on a machine like this one, so that times compare. Throws UsageError for a target of no
 * known kind.
 */
export function isOfThisMachine({ target, tune }: Pick<TuneRecord, 'target' | 'tune'>): boolean {
  return tune?.fingerprint === backendNamed(target).fingerprint();
}
