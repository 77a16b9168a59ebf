import { usesModel } from '../explorer/registry.js';
import { models } from '../model/registry.js';
import { registered } from './registered.js';
import type { Settings } from './settings.js';

/** Throws MissingError now, rather than after the first batch, when the model's trainer is not installed. */
export async function checkModel({ explorer, model }: Pick<Settings, 'explorer' | 'model'>): Promise<void> {
  if (!usesModel(explorer)) return;
  const row = (x: number): { features: Float32Array; score: number; group: string } => ({
    features: Float32Array.of(x),
    score: x,
    group: '',
  });
  await registered(models, model)().fit([row(0), row(1)]);
}
