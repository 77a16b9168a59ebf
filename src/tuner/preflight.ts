import { asksModel, namedIn, ownCatalogue, type Catalogue } from '../catalogue/catalogue.js';
import { untilAborted } from '../target/until-aborted.js';
import { trainers } from '../model/trainer/registry.js';
import { MissingError, WorkError } from '../target/errors.js';
import { registered } from './registered.js';
import type { Settings } from './settings.js';

/**
 * Throws MissingError now, rather than after the first batch, when what trains the model is not installed. Its
 * other failures are for the run to report, which goes on without it; so is all that `signal` ends.
 */
export async function checkModel(
  { explorer, model, trainer: name }: Pick<Settings, 'explorer' | 'model' | 'trainer'>,
  catalogue: Catalogue = ownCatalogue,
  signal?: AbortSignal,
): Promise<void> {
  if (!asksModel(catalogue, explorer)) return;
  const row = (x: number): { features: Float32Array; score: number; group: string } => ({
    features: Float32Array.of(x),
    score: x,
    group: '',
  });
  const declared = namedIn(catalogue.models, model);
  const trainer = registered(trainers, name)();
  try {
    await untilAborted(declared.create({ trainer }).fit([row(0), row(1)]), signal);
  } catch (error) {
    const isOurs = ownCatalogue.models.includes(declared);
    if (error instanceof MissingError || (isOurs && !(error instanceof WorkError))) throw error;
  } finally {
    await trainer.close();
  }
}
