import { readFileSync } from 'node:fs';
import type { NamedWeights } from '../learning/weights.js';
import { models } from '../model/registry.js';
import { UsageError } from '../target/errors.js';
import type { Settings } from './settings.js';

/** The file of weights that settings name. Throws UsageError where it cannot be read, or the model takes none. */
export function weightsOf({
  pretrained: name,
  model,
}: Pick<Settings, 'pretrained' | 'model'>): NamedWeights | undefined {
  if (name === undefined) return undefined;
  const nets = Object.entries(models).flatMap(([one, { reads }]) => (reads === undefined ? [] : [one]));
  if (!nets.includes(model))
    throw new UsageError(`--pretrained is for models that are nets: give --model ${nets.join(' or ')}.`);
  return { name, parsed: parsed(name) };
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (error) {
    const why =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new UsageError(`The weights ${name} ${why}: name a file that npm run bench:train wrote.`);
  }
}
