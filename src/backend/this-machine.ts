import { backendNamed } from './registry.js';

/** What a record says of where it was measured. */
interface Measured {
  readonly target: string;
  readonly tune?: { readonly fingerprint?: string | undefined } | undefined;
}

/**
 * Whether a record was measured on a machine like this one, so that times compare. Throws UsageError for a target of no
 * known kind.
 */
export function isOfThisMachine({ target, tune }: Measured): boolean {
  return tune?.fingerprint === backendNamed(target).fingerprint();
}
