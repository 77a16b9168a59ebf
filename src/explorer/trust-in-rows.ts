import type { Featurizer } from '../features/featurizer.js';
import type { CostModel, Row } from '../model/model.js';
import type { Observation } from './explorer.js';
import { Scorer } from './scorer.js';
import { trustIn } from './trust.js';

/**
 * How far rows of other tasks are to be believed: a model of them alone, which has not seen the own trials, is held
 * against these (`trust.ts`). It fits the model of the search for that; rows that teach it nothing are not believed.
 */
export async function trustInRows(
  rows: readonly Row[],
  own: readonly Observation[],
  model: CostModel,
  featurizer: Featurizer,
): Promise<number> {
  await model.fit(rows);
  if (!model.fitted) return 0;
  const scorer = new Scorer(model, featurizer);
  const predicted = own.map(({ config }) => scorer.estimate(config).mean);
  return trustIn(
    predicted,
    own.map(({ throughput }) => throughput),
  );
}
