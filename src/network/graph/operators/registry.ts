import { fusedLayers } from '../../fused/registry.js';
import { ifOperator } from './control/if.js';
import { loop } from './control/loop.js';
import { scan } from './control/scan.js';
import { averagePool, maxPool } from './pools.js';
import { batchNormalization, normalizations } from './normalizations.js';
import { binaries, variadics, where } from './binary.js';
import { cast, clip, unaries } from './unary.js';
import { concat, expand, tile, gather, slice, split, transpose, pad } from './moves.js';
import { constants, depthSpace, dropout, identity, flatten, reshape, squeeze, unsqueeze } from './reshape.js';
import { conv, convTranspose } from './conv.js';
import { gemm, matMul } from './products.js';
import type { Canonical, Operator } from './operator.js';
import { dequantizeLinear, dynamicQuantizeLinear, quantizeLinear } from './quantisation.js';
import { quantisedOperators } from './quantised.js';
import { reductions } from './reduce.js';
import { gru } from './recurrent/gru.js';
import { lstm } from './recurrent/lstm.js';
import { rnn } from './recurrent/rnn.js';
import { resize, upsample } from './resize.js';

/**
 * ONNX's operators that `tune` knows.
 *
 * @internal Tests hold the list against that of the reader.
 */
export const operators: readonly Operator[] = [
  ...[conv, convTranspose, gemm, matMul, batchNormalization, ...normalizations],
  ...[...unaries, clip, ...binaries, ...variadics, where],
  ...[maxPool, averagePool, ...reductions, lstm, gru, rnn, ifOperator, loop, scan],
  ...[concat, split, slice, pad, gather, expand, tile, resize, upsample],
  ...[reshape, flatten, squeeze, unsqueeze, transpose, ...depthSpace],
  ...[identity, dropout, cast, ...constants],
  ...[quantizeLinear, dequantizeLinear, dynamicQuantizeLinear, ...quantisedOperators],
  ...fusedLayers.flatMap((layer) => layer.operators),
];

const byName = new Map(operators.map((operator) => [operator.name, operator]));

export const operatorNames: ReadonlySet<string> = new Set(byName.keys());

export function operatorOf(name: string): Operator | undefined {
  return byName.get(name);
}

export function canonicalOf(op: string): Canonical {
  const canonical = byName.get(op)?.canonical;
  if (canonical === undefined) throw new Error(`no node of a graph is a ${op}`);
  return canonical;
}
