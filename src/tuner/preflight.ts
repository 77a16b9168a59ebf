import { usesModel } from '../explorer/registry.js';
import { models } from '../model/registry.js';
import { trainers } from '../model/trainer/registry.js';
import { WorkError } from '../target/errors.js';
import { registered } from './registered.js';
import type { Settings } from './settings.js';

/**
 * Throws MissingError now, rather than after the first batch, when what trains the model is not installed. That it
 * fails otherwise is for the run to tell, which goes on without it.
 */
export async function checkModel({
  explorer,
  model,
  trainer: name,
}: Pick<Settings, 'explorer' | 'model' | 'trainer'>): Promise<void> {
  if (!usesModel(explorer)) return;
  const row = (x: number): { features: Float32Array; score: number; group: string } => ({
    features: Float32Array.of(x),
    score: x,
    group: '',
  });
  const trainer = registered(trainers, name)();
  try {
    await registered(models, model)({ trainer }).fit([row(0), row(1)]);
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
  } finally {
    await trainer.close();
  }
}
