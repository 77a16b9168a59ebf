import type { DispatchName } from './dispatch-names.js';
import type { DispatchRule } from './dispatch.js';
import { learned } from './learned.js';
import { nearest } from './nearest.js';

export const dispatchRules: Readonly<Record<DispatchName, DispatchRule>> = { nearest, learned };
