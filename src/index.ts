/**
 * The library: everything that a program may import. Nothing here prints, ends the process, or keeps state between
 * calls; errors are classes with the exit codes of the command line.
 */
export { bench } from './api/bench.js';
export type { BenchOptions } from './api/bench-options.js';
export { best, type BestOptions } from './api/best.js';
export { doctor } from './api/doctor.js';
export { dryRun } from './api/dry-run.js';
export { list, listNames, type ListOptions } from './api/list.js';
export type { OnNote } from './api/logs.js';
export { replay, type ReplayOptions } from './api/replay.js';
export { outputSchemas } from './api/schema/outputs.js';
export type { BenchEvent, BenchRow } from './api/schema/bench-rows.js';
export type { BestRow } from './api/schema/best-rows.js';
export type { Result } from './api/schema/tune-events.js';
export type { DryRunEvent } from './api/schema/dry-run-events.js';
export type { Health } from './api/schema/doctor.js';
export type { ListRows } from './api/schema/list-rows.js';
export type { ReplayRow } from './api/schema/replay-rows.js';
export type { SimulateRow } from './api/schema/simulate-rows.js';
export type { TuneEvent, TuneEventNamed } from './api/schema/tune-events.js';
export { simulate, type SimulateOptions } from './api/simulate.js';
export { openTables, type OpenOptions } from './api/tables.js';
export { tune } from './api/tune.js';
export type { TuneOptions } from './api/tune-options.js';
export type { Table } from './table/table.js';
export { MissingError, OtherMachineError, TuneError, UsageError, WorkError } from './target/errors.js';
