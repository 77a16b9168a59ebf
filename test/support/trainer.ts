import { afterAll } from '@jest/globals';
import { trainers } from '../../src/model/trainer/registry.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';

/** A trainer that all tests of a file share; closed after the last. */
export function sharedTrainer(create: () => Trainer = trainers.auto): Trainer {
  const trainer = create();
  afterAll(() => trainer.close());
  return trainer;
}
