/** An ONNX file as a network of layers for a CPU. */
import { basename } from 'node:path';
import type { Graph } from '../../network/graph/graph.js';
import { operatorNames } from '../../network/graph/operators/registry.js';
import { simplify } from '../../network/graph/simplify/simplify.js';
import { translated } from '../../network/graph/to-graph.js';
import type { ModelNode } from '../../network/onnx/model.js';
import { readOnnx } from '../../network/onnx/read.js';
import type { Layer, Pair } from '../../network/program/layer.js';
import type { Layout } from '../../network/program/layout.js';
import { legalised } from '../../network/program/legalise.js';
import { lowered } from '../../network/program/lowering.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { networkName } from '../../backend/library/library-name.js';
import type { Optimization } from './optimizations.js';

export interface Model {
  readonly path: string;
  /** As the file has them. */
  readonly nodes: readonly ModelNode[];
  readonly graph: Graph;
  readonly layers: readonly Layer[];
  /** What of these may be one kernel; none where that is not asked for. */
  readonly pairs: readonly Pair[];
  /** Those that values between layers may have. */
  readonly layouts: readonly Layout[];
  /** Whether each layer takes its fastest kernel, whatever conversions that costs. */
  readonly choosesAlone: boolean;
}

/** Extents of inputs by their names. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** Whether a file is read as a model. */
export function isModel(path: string): boolean {
  return /\.onnx$/i.test(path);
}

/** A name of C after a file. */
export function programName(path: string): string {
  return networkName(basename(path).replace(/\.onnx$/i, '')) || 'network';
}

/** Throws UsageError for what cannot be read, or has no kernels. */
export function readModel(
  path: string,
  { shapes, without }: { readonly shapes: Shapes; readonly without: readonly Optimization[] },
  target: Target,
): Model {
  if (target.model !== 'simd')
    throw new UsageError(`A model is built for CPUs yet, not for ${target.kind}: leave --target out, or give llvm.`);
  const model = readOnnx(path, operatorNames);
  const { nodes } = model;
  const { graph: plain, problems } = translated(model, { shapes: new Map(Object.entries(shapes)) });
  const graph = legalised(simplify(plain));
  const layouts: readonly Layout[] = ['NCHW', 'NHWC', `NCHW${target.vector.lanes}c`];
  const { layers, pairs } = lowered(graph, layouts, { fusesEpilogues: !without.includes('epilogues'), problems });
  return {
    path,
    nodes,
    graph,
    layers,
    pairs: without.includes('pairs') ? [] : pairs,
    layouts,
    choosesAlone: without.includes('layouts'),
  };
}
