import { ownKernels } from '../../src/backend/own-kernels.js';
import { basename, join } from 'node:path';
import { nothingKnown } from '../../src/model/prior.js';
import type { SimulatedLayer } from '../../src/network/schedule/simulation.js';
import { readTables } from '../../src/log/table/read.js';
import { UsageError } from '../../src/target/errors.js';
import { filesIn, TRAJECTORIES } from '../search/data.js';

/** A log of several tasks, which are taken for the layers of a network. */
export interface Network {
  readonly name: string;
  readonly layers: readonly SimulatedLayer[];
}

const LOG = /\.jsonl(\.gz)?$/;

/** Calls of VGG-16's nine different convolutions in a run of it. */
const VGG16 = [1, 1, 1, 1, 1, 2, 1, 2, 3];

/**
 * The logs of a folder that hold several tasks; those of VGG-16 with its weights, others with 1 for each task. Throws
 * UsageError where there is none.
 */
export async function readNetworks(folder: string): Promise<readonly Network[]> {
  const networks: Network[] = [];
  for (const file of (await filesIn(folder)).filter((name) => LOG.test(name) && !TRAJECTORIES.test(name))) {
    const { tables } = await readTables(join(folder, file), ownKernels);
    const weights = file.includes('vgg-16') && tables.length === VGG16.length ? VGG16 : tables.map(() => 1);
    const layers = tables.map((table, place) => ({ table, weight: weights[place]!, prior: nothingKnown }));
    if (layers.length > 1) networks.push({ name: basename(file).replace(LOG, ''), layers });
  }
  if (networks.length === 0)
    throw new UsageError(`"${folder}" holds no AutoTVM log of several tasks: name another with --data.`);
  return networks;
}
