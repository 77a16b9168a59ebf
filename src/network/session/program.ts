/** Third step: a graph becomes layers, each with the ways in which a kernel can compute it. */
import { UsageError } from '../../target/errors.js';
import type { SimdTarget, Target } from '../../target/target.js';
import type { Graph } from '../graph/graph.js';
import type { LayerPair, ProgramLayer } from '../program/layer.js';
import type { Layout } from '../program/layout.js';
import { lowerGraph } from '../program/lowering.js';
import type { NetworkGraph } from './graph.js';
import type { Optimization } from './optimizations.js';

/** A network before its kernels are known. */
export interface NetworkProgram {
  readonly graph: Graph;
  readonly layers: readonly ProgramLayer[];
  /** What of these may be one kernel; none where that is not asked for. */
  readonly pairs: readonly LayerPair[];
  /** Those that values between layers may have. */
  readonly layouts: readonly Layout[];
  /** Whether each layer takes its fastest kernel, whatever conversions that costs. */
  readonly choosesAlone: boolean;
}

/** Throws UsageError that names all nodes without kernels. */
export function lowerProgram(
  { graph, problems }: NetworkGraph,
  target: SimdTarget,
  without: readonly Optimization[],
): NetworkProgram {
  const layouts = layoutsOf(target);
  const { layers, pairs } = lowerGraph(graph, layouts, { fusesEpilogues: !without.includes('epilogues'), problems });
  return {
    graph,
    layers,
    pairs: without.includes('pairs') ? [] : pairs,
    layouts,
    choosesAlone: without.includes('layouts'),
  };
}

/** Those of images: as ONNX has them, channels last, and in blocks of a vector. */
function layoutsOf(target: SimdTarget): readonly Layout[] {
  return ['NCHW', 'NHWC', `NCHW${target.vector.lanes}c`];
}

/** Throws UsageError for targets that have no programs. */
export function checkPrograms(target: Target): asserts target is SimdTarget {
  if (target.model !== 'simd')
    throw new UsageError(`A model is built for CPUs yet, not for ${target.kind}: leave --target out, or give llvm.`);
}
