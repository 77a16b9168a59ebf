import { trainers } from '../../src/model/trainer/registry.js';
import { readData } from './data.js';
import { perform } from './perform.js';
import type { Search } from './searches.js';

/**
 * A process that carries out the searches that its parent sends, on the data of the folder that is its argument, one
 * after the other.
 */
const { arenas } = await readData(process.argv[2]!);

/** Ends with the process. */
const trainer = trainers.auto();

process.on('message', (search: Search) => {
  perform(search, arenas, trainer).then(
    (finished) => process.send!(finished),
    (error: unknown) => {
      throw error;
    },
  );
});
process.send!('ready');
