import { operators } from '../operator/registry.js';
import type { Known } from '../templates/known.js';
import { templates } from '../templates/registry.js';
import { parseTarget } from './registry.js';

/** The operators, templates and targets that come with tune. */
export const ownKernels: Known = { operators, templates, parseTarget };
