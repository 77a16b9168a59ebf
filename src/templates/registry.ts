/** The templates that `tune` knows. */
import { batchMatmul } from '../operator/batch-matmul.js';
import { dense } from '../operator/dense.js';
import { matmul } from '../operator/matmul.js';
import { operators } from '../operator/registry.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { attentionRows } from './attention-rows.js';
import { conv2dDepthwise } from './conv2d-depthwise.js';
import { conv2dDepthwiseSimt } from './conv2d-depthwise-simt.js';
import { conv2dDirect } from './conv2d-direct.js';
import { conv2dGrouped } from './conv2d-grouped.js';
import { conv2dIm2col } from './conv2d-im2col.js';
import { conv2dIgemm, conv2dMma } from './conv2d-implicit-gemm.js';
import { conv2dPointwise } from './conv2d-pointwise.js';
import { conv2dSimt } from './conv2d-simt.js';
import { conv2dTransposePhases } from './conv2d-transpose-phases.js';
import { conv2dWinograd } from './conv2d-winograd.js';
import { conv2dWinogradFused } from './conv2d-winograd-fused.js';
import { conv2dWinogradSimt } from './conv2d-winograd-simt.js';
import { convPoolRows } from './conv-pool-rows.js';
import { elementwiseMap } from './elementwise-map.js';
import { inEveryLayout } from './every-layout.js';
import { fma } from './instruction-fma.js';
import { mma } from './instruction-mma.js';
import { wgmma } from './instruction-wgmma.js';
import { blocked } from './matmul-blocked.js';
import { dot } from './matmul-dot.js';
import { matmulNBitsBlocked } from './matmul-nbits-blocked.js';
import { matmulNBitsPanels } from './matmul-nbits-panels.js';
import { tiled } from './matmul-tiled.js';
import { lrnWindow } from './lrn-window.js';
import { mlpRows } from './mlp-rows.js';
import { pipelineStages } from './pipeline-stages.js';
import { reduceRows } from './reduce-rows.js';
import { rowsOf } from './rows.js';
import { poolWindow } from './pool-window.js';
import { separableRows } from './separable-rows.js';
import { sketchesOfOperator } from './sketch/sketch-of.js';
import type { ScheduleTemplate, Template } from './template.js';

const products = [matmul, batchMatmul, dense];

/** What is over rows needs no template of its own. */
const overRows = operators.flatMap((operator) =>
  operator.gives !== 'source' && operator.rows !== undefined ? [rowsOf(operator, operator.rows)] : [],
);

const convolutions: readonly ScheduleTemplate[] = [
  conv2dDepthwise,
  conv2dDirect,
  conv2dGrouped,
  conv2dIm2col,
  conv2dPointwise,
  conv2dTransposePhases,
  conv2dWinograd,
];

const convolutionsOfGpus: readonly ScheduleTemplate[] = [
  conv2dDepthwiseSimt,
  conv2dIgemm,
  conv2dMma,
  conv2dSimt,
  conv2dWinogradSimt,
  conv2dWinogradFused,
];

/** What is derived from a computation needs none either. */
const derived = operators.flatMap((operator) => (operator.gives === 'source' ? [] : [sketchesOfOperator(operator)]));

export const templates: readonly ScheduleTemplate[] = [
  ...convolutions.map(inEveryLayout),
  ...products.map(blocked),
  ...products.map(dot),
  attentionRows,
  matmulNBitsPanels,
  matmulNBitsBlocked,
  elementwiseMap,
  poolWindow,
  reduceRows,
  ...overRows,
  lrnWindow,
  separableRows,
  convPoolRows,
  mlpRows,
  pipelineStages,
  ...convolutionsOfGpus.map(inEveryLayout),
  ...products.map((operator) => tiled(operator, fma)),
  ...products.map((operator) => tiled(operator, mma)),
  ...products.map((operator) => tiled(operator, wgmma)),
  ...derived,
];

/** The template of a name, among ours unless others are given. Throws UsageError with the nearest. */
export function findTemplate(name: string): ScheduleTemplate;
export function findTemplate(name: string, among: readonly Template[]): Template;
export function findTemplate(name: string, among: readonly Template[] = templates): Template {
  const found = among.find((t) => t.name === name);
  if (found) return found;
  const names = among.map((t) => t.name);
  throw new UsageError(`unknown template "${name}"${didYouMean(name, names)} \`tune list templates\` lists them.`);
}
