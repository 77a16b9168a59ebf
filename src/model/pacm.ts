import { kinds } from '../features/nest-nodes.js';
import { byGain } from '../learning/losses.js';
import { operations } from '../learning/operations.js';
import type { Net } from './neural/net.js';
import type { NodeBatch } from './neural/node-batch.js';
import { attend, embedNodes, hidden, residual } from './neural/parts.js';

const { concat, gather, pairwise, segmentSum } = operations;

/** Numbers of a statement's state, and of a step of the data flow. */
const STATE = 32;
const STEP = 16;
const HEADS = 2;

/**
 * Pruner's pattern-aware cost model (Qiao et al., ASPLOS 2025) at our size: one branch sums over statements, another
 * attends over the data flow, which are the accesses of the nest in order, each with what it touches. A momentum twin
 * keeps what other machines taught.
 */
export const pacm: Net = {
  name: 'pacm',
  rate: 0.01,
  hasTwin: true,
  embed(tape, weights, batch) {
    const states = embedNodes(tape, weights, batch, STATE);
    const [statements, flow] = [placesOf(batch, isStatement), placesOf(batch, isAccess)];
    const configsOf = (places: readonly number[]): readonly number[] => places.map((place) => batch.configs[place]!);
    const ofStatements = segmentSum(
      tape,
      hidden(tape, weights, 'statement', gather(tape, states, statements), STATE),
      configsOf(statements),
      batch.count,
    );
    const steps = hidden(tape, weights, 'flow', gather(tape, states, flow), STEP);
    const attended = attend(tape, weights, 'pattern', steps, startsOf(configsOf(flow), batch.count), HEADS);
    const ofFlow = segmentSum(tape, attended, configsOf(flow), batch.count);
    const both = hidden(tape, weights, 'both', concat(tape, [ofStatements, ofFlow]), STATE);
    return hidden(tape, weights, 'last', residual(tape, weights, 'layer', both), STATE);
  },
  loss: (tape, scores, labels, groups) => pairwise(tape, scores, labels, groups, byGain),
};

/** Loops count as statements of their own kind; where there are no kinds, all there is is one statement. */
function isStatement(kind: number | undefined): boolean {
  return kind === undefined || kind === kinds.statement || kind === kinds.loop;
}

function isAccess(kind: number | undefined): boolean {
  return kind === kinds.reads || kind === kinds.writes;
}

function placesOf({ configs, words }: NodeBatch, belongs: (kind: number | undefined) => boolean): readonly number[] {
  return Array.from(configs.keys()).filter((node) => belongs(words[0]?.[node]));
}

/** Where the steps of each config begin, and their count; `configs` ascends. */
function startsOf(configs: readonly number[], count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const config of configs) starts[config + 1]!++;
  for (let config = 0; config < count; config++) starts[config + 1]! += starts[config]!;
  return starts;
}
