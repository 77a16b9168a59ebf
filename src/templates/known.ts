import type { Operator } from '../operator/operator.js';
import { operators } from '../operator/registry.js';
import { templates } from './registry.js';
import type { Template } from './template.js';

/** What a record may be of. */
export interface Known {
  readonly operators: readonly Operator[];
  readonly templates: readonly Template[];
}

/** All that comes with tune. */
export const ownKernels: Known = { operators, templates };
