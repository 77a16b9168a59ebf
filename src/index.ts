/**
 * The library: what a program, and a template, operator, explorer or model of the user's, may import from `tune`.
 * Nothing here prints, ends the process, or keeps state between calls; errors are classes with the exit codes of the
 * command line.
 */

// What the commands do, and what they report.
export { bench } from './api/bench.js';
export type { BenchOptions } from './products/bench/options.js';
export { best, type BestOptions } from './api/best.js';
export { bestFor, type BestForOptions } from './api/best.js';
export { check, type CheckOptions } from './api/check.js';
export { contract, type ContractOptions, type Contracted } from './api/contract.js';
export { doctor } from './api/doctor.js';
export { dryRun } from './api/dry-run.js';
export { dryRunNetwork } from './api/dry-run-network.js';
export { exportKernels } from './api/export.js';
export { list, listNames, type ListOptions } from './api/list.js';
export { convertLog, logDiff, logExplain, logStats, mergeLogs } from './api/log-tools.js';
export type {
  ConvertOptions,
  LogDiffOptions,
  LogExplainOptions,
  LogStatsOptions,
  MergeOptions,
} from './api/log-tools.js';
export { network } from './api/network.js';
export type { NetworkOptions } from './network/session/network-options.js';
export type { OnNote } from './log/read-logs.js';
export { replay, type ReplayOptions } from './api/replay.js';
export { report, type ReportOptions } from './api/report.js';
export { retune } from './api/retune.js';
export type { RetuneOptions } from './products/retune/job.js';
export { outputSchemas } from './api/outputs.js';
export type { BenchEvent } from './products/bench/events.js';
export type { BenchRow } from './products/bench/bench-rows.js';
export type { BestForRow } from './transfer/best-for-rows.js';
export type { BestRow } from './log/record/best-rows.js';
export type { CheckRow } from './products/retune/check-rows.js';
export type { Result } from './tuner/events.js';
export type { ExportOptions, ExportResult } from './products/export/export.js';
export type { DryRunEvent, NetworkDryRunEvent } from './tuner/dry-run-events.js';
export type { Health } from './api/doctor.js';
export type { ListRows } from './api/list-rows.js';
export type { LogConvert } from './log/formats/convert.js';
export type { LogDiff } from './products/report/difference.js';
export type { LogExplain } from './products/report/explanation.js';
export type { LogMerge } from './log/record/merge.js';
export type { LogStats } from './products/report/task-stats.js';
export type { NetworkEvent, NetworkEventNamed } from './network/schedule/events.js';
export type { RecordProgress } from './tuner/record-progress.js';
export type { ReplayRow } from './tuner/replay-rows.js';
export type { RetuneProgress } from './products/retune/retune-progress.js';
export type { RetuneRow } from './products/retune/retune-rows.js';
export type { SimulateRow } from './tuner/simulate-rows.js';
export type { TogetherRow } from './network/schedule/together-rows.js';
export type { TuneEvent, TuneEventNamed } from './tuner/events.js';
export { show } from './api/show.js';
export type { Shown, ShowOptions } from './products/show/show.js';
export { soak, type SoakOptions } from './api/soak.js';
export type { Soak } from './products/soak/report.js';
export { simulate, type SimulateOptions } from './api/simulate.js';
export { simulateTogether, type TogetherOptions } from './api/simulate-together.js';
export { openTables, type OpenOptions } from './tuner/open-tables.js';
export { tuneSource, type SourceOptions } from './api/source.js';
export { tune } from './api/tune.js';
export type { TuneOptions } from './tuner/tune-options.js';
export { loadModule, type LoadedModule } from './catalogue/load-module.js';
export type { ContractEvent } from './catalogue/contract/events.js';
export type { Table } from './log/table/table.js';

// Templates: a space of knobs, and the schedule of each of its configs.
export { SpaceBuilder } from './space/builder.js';
export type { Config, KnobValue } from './space/config.js';
export type { Space } from './space/space.js';
export { Schedule } from './ir/schedule.js';
export type { Loop } from './ir/loop.js';
export type { Stage } from './ir/stage.js';
export { InstantiationError } from './ir/errors.js';
export { defineTemplate } from './templates/define-template.js';
export type { Template } from './templates/template.js';
export type { SimdTarget, SimtTarget, Target } from './target/target.js';

// Operators: the fields of a shape, its arguments in a log, and what is computed.
export { defineOperator } from './operator/declaration.js';
export type { Declaration, ShapedOperator } from './operator/declaration.js';
export type { Operator, Workload } from './operator/operator.js';
export {
  choiceField,
  constantField,
  elementTypeField,
  extentField,
  paddingField,
  pairField,
  switchField,
} from './operator/fields.js';
export { implied, sizes2, sizes3, sizes4, tensor } from './operator/args.js';
export { buildTail, epilogueField } from './operator/epilogue.js';
export { at, atLeast, atMost, compute, input, plus, sum, times } from './ir/compute.js';
export { binary, constantValue, select } from './ir/value.js';
export * as index from './ir/indices.js';
export type { Computation, DType, Tensor, Value } from './ir/tensor.js';
export { batchMatmul } from './operator/batch-matmul.js';
export { conv2d } from './operator/conv2d.js';
export { conv2dTranspose } from './operator/conv2d-transpose.js';
export { dense } from './operator/dense.js';
export { matmul } from './operator/matmul.js';

// Explorers and models.
export { defineExplorer } from './explorer/declaration.js';
export type { ExplorerDeclaration } from './explorer/declaration.js';
export type { Explorer, ExplorerContext, Observation } from './explorer/explorer.js';
export { Steps } from './explorer/steps.js';
export { Random } from './space/random.js';
export { defineModel } from './model/declaration.js';
export type { ModelDeclaration } from './model/declaration.js';
export type { CostModel, Prediction, Row } from './model/model.js';

// A shape's fields are made by zod.
export { z } from 'zod';

// Errors, each with the exit code that the command line ends with.
export { MissingError, OtherMachineError, TuneError, UsageError, WorkError } from './target/errors.js';
