/** The templates that `tune` knows. */
import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';
import { conv2dDirect } from './conv2d-direct.js';
import { conv2dTransposePhases } from './conv2d-transpose-phases.js';
import { matmulBlocked } from './matmul-blocked.js';
import type { Template } from './template.js';

export const templates: readonly Template[] = [conv2dDirect, conv2dTransposePhases, matmulBlocked];

export function findTemplate(name: string): Template {
  const found = templates.find((t) => t.name === name);
  if (found) return found;
  const names = templates.map((t) => t.name);
  throw new UsageError(`unknown template "${name}": did you mean ${nearest(name, names)}? (${names.join(', ')})`);
}
