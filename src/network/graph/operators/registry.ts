import { fusedLayers } from '../../fused/registry.js';
import { averagePool, maxPool } from './pools.js';
import { batchNormalization } from './batch-normalization.js';
import { binaries } from './binary.js';
import { cast } from './cast.js';
import { clip } from './clip.js';
import { concat } from './concat.js';
import { constants } from './constants.js';
import { conv } from './conv.js';
import { convTranspose } from './conv-transpose.js';
import { depthSpace } from './depth-space.js';
import { expand, tile } from './expand.js';
import { gather } from './gather.js';
import { gemm } from './gemm.js';
import { dropout, identity } from './identity.js';
import { matMul } from './mat-mul.js';
import { normalizations } from './normalizations.js';
import type { Canonical, Operator } from './operator.js';
import { pad } from './pad.js';
import { reductions } from './reduce.js';
import { flatten, reshape, squeeze, unsqueeze } from './reshape.js';
import { resize, upsample } from './resize.js';
import { slice } from './slice.js';
import { split } from './split.js';
import { transpose } from './transpose.js';
import { unaries } from './unary.js';
import { variadics } from './variadic.js';
import { where } from './where.js';

/**
 * ONNX's operators that `tune` knows.
 *
 * @internal Tests hold the list against that of the reader.
 */
export const operators: readonly Operator[] = [
  ...[conv, convTranspose, gemm, matMul, batchNormalization, ...normalizations],
  ...[...unaries, clip, ...binaries, ...variadics, where],
  ...[maxPool, averagePool, ...reductions],
  ...[concat, split, slice, pad, gather, expand, tile, resize, upsample],
  ...[reshape, flatten, squeeze, unsqueeze, transpose, ...depthSpace],
  ...[identity, dropout, cast, ...constants],
  ...fusedLayers.flatMap((layer) => layer.operators),
];

const byName = new Map(operators.map((operator) => [operator.name, operator]));

/** Names that a reader of models may let through. */
export const operatorNames: ReadonlySet<string> = new Set(byName.keys());

/** The operator of that name, if it is known. */
export function operatorOf(name: string): Operator | undefined {
  return byName.get(name);
}

/** What nodes of a graph are; their operators have this form. */
export function canonicalOf(op: string): Canonical {
  const canonical = byName.get(op)?.canonical;
  if (canonical === undefined) throw new Error(`no node of a graph is a ${op}`);
  return canonical;
}
