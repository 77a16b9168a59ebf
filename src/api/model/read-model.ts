/** An ONNX file as a network of layers for a target. */
import { basename } from 'node:path';
import type { ProgramTarget } from '../../backend/program/program-target.js';
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
import type { Target } from '../../target/target.js';
import { networkName } from '../../backend/library/library-name.js';
import type { Optimization } from './optimizations.js';

export interface Model {
  readonly path: string;
  /** What its library is for, and made by. */
  readonly programTarget: ProgramTarget;
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
  programTarget: ProgramTarget,
): Model {
  const model = readOnnx(path, operatorNames);
  const { nodes } = model;
  const { graph: plain, problems } = translated(model, { shapes: new Map(Object.entries(shapes)) });
  const graph = legalised(simplify(plain));
  const layouts = layoutsFor(programTarget.target);
  const { layers, pairs } = lowered(graph, layouts, { fusesEpilogues: !without.includes('epilogues'), problems });
  return {
    path,
    programTarget,
    nodes,
    graph,
    layers,
    pairs: without.includes('pairs') ? [] : pairs,
    layouts,
    choosesAlone: without.includes('layouts'),
  };
}

/** Layouts of images: as ONNX has them, channels last, and, where cores have vectors, in blocks of one. */
function layoutsFor(target: Target): readonly Layout[] {
  return target.model === 'simd' ? ['NCHW', 'NHWC', `NCHW${target.vector.lanes}c`] : ['NCHW', 'NHWC'];
}
