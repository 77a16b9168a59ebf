import { existsSync } from 'node:fs';
import { compareRows, type ComparisonEvent } from '../../products/bench/compare-rows.js';
import type { BenchOptions } from '../../products/bench/options.js';
import { rowToJson, type Setting } from '../../products/bench/row-to-json.js';
import type { TuneEvent } from '../../tuner/events.js';
import { defaultBackend } from '../../backend/registry.js';
import type { Row } from '../../products/bench/row.js';
import type { BenchSettings } from '../../products/bench/settings.js';
import { suites } from '../../products/bench/suites.js';
import { compilerVersion } from '../../measure/c-compiler.js';
import type { Operator } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { didYouMean } from '../../target/nearest.js';
import { Exit } from '../errors.js';
import { checkWritable, write } from '../files.js';
import type { LogFlags } from '../flags.js';
import { follow } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { benchProgress } from '../render/bench-progress.js';
import { renderChart } from '../render/bench-chart.js';
import { renderMarkdown, renderRowLine, renderText } from '../render/bench-text.js';
import { renderSummary } from '../render/summary.js';
import { allShapeOptions, refuseForeign, shapeGiven, type Flags } from '../shape-options.js';
import { defined } from '../../target/defined.js';

/** Of `tune bench`. */
export interface BenchFlags extends LogFlags, BenchSettings {
  readonly threads?: readonly number[];
  readonly workload?: readonly string[];
  readonly log?: readonly string[];
  readonly markdown?: string;
  readonly svg?: string;
}

/** `tune bench [what...]` as it was typed. */
export interface BenchRequest {
  readonly what: readonly string[];
  readonly flags: BenchFlags & Flags;
  /** All that there are. */
  readonly operators: readonly Operator[];
}

/**
 * `tune bench [what...]`. Exits with 1 when a kernel of ours fails or a row cannot be timed, whatever the ratios are.
 */
export async function benchCommand(request: BenchRequest, output: Output): Promise<void> {
  const { flags } = request;
  const asked = subjectOf(request);
  for (const file of [flags.svg, flags.markdown]) if (file !== undefined) checkWritable(file);
  const { threads, workload: only = [], template: modules = [], log, trials, rounds } = flags;
  const options = { ...asked, ...defined({ threads, log }), only, modules, trials, rounds };
  const setting = { machine: defaultBackend.fingerprint(), compiler: compilerVersion(), rounds };
  const rows: Row[] = [];
  const progress = benchProgress(output);
  const on = (event: ComparisonEvent): void => {
    report(event, output);
    progress.on(event);
    if (event.event === 'row') rows.push(event.row);
    if (event.event !== 'finish') return;
    publish(rows, setting, flags, output);
    if (event.reason === 'done' && event.failed > 0) throw new Exit(1);
  };
  await follow(output, { begin: (signal) => compareRows({ ...options, signal }), on, cleanUp: progress.stop });
}

/**
 * What is compared: a suite, a shape of an operator, or what logs hold. Throws UsageError for what is none of these.
 */
function subjectOf({ what, flags, operators }: BenchRequest): BenchOptions {
  const [first, ...others] = what;
  const operator = operators.find(({ name }) => name === first);
  if (operator) {
    refuseForeign(operator, operators, flags);
    const [workload, ...more] = others;
    if (more.length > 0)
      throw new UsageError(`One shape of ${operator.name} is compared at a time, not also "${more[0]!}".`);
    return { operator: operator.name, ...defined({ workload }), shape: shapeGiven(operator, flags) };
  }
  const option = allShapeOptions(operators).find((one) => flags[one.attributeName()] !== undefined);
  if (option)
    throw new UsageError(
      `${option.long ?? option.short} belongs to a shape: name its operator, as \`tune bench conv2d\`.`,
    );
  if (first === undefined) return {};
  const suite = suites.find(({ name }) => name === first)?.name;
  if (suite === undefined) return { logs: what.map((path) => checkLog(path, operators)) };
  if (others.length === 0) return { suite };
  throw new UsageError(`A suite is compared alone, not with "${others[0]!}": logs with our kernels go with --log.`);
}

function checkLog(path: string, operators: readonly Operator[]): string {
  if (existsSync(path)) return path;
  const names = [...suites, ...operators].map(({ name }) => name);
  throw new UsageError(
    `"${path}" is no suite, operator or log${didYouMean(path, names)} Choose from ${names.join(', ')}, or name a file.`,
  );
}

/** What a person hears while it runs. */
function report(event: ComparisonEvent, output: Output): void {
  const { paintStderr: paint } = output;
  if (event.event === 'note') noteTo(output)(event.text);
  if (event.event === 'tuning') reportTuning(event.of, output);
  if (event.event === 'row') output.stderr(renderRowLine(event.row, `${event.done}/${event.rows}`));
  if (event.event === 'failure') {
    const which = `${event.workload}, ${plural(event.threads, 'thread')}`;
    output.stderr(paint.red(`${event.done}/${event.rows} ${which}: ${event.message}`));
  }
  if (event.event === 'finish' && event.missing !== null) output.stderr(paint.yellow(event.missing));
}

/** The summaries of the runs are no part of this command's result. */
function reportTuning(event: TuneEvent, output: Output): void {
  if (event.event === 'start') output.stderr(`tuning ${event.operator} ${event.workload} on ${event.target}`);
  if (event.event === 'note') noteTo(output)(event.text);
  if (event.event === 'finish') output.stderr(renderSummary(event, output.paintStderr, output.columns));
}

function publish(rows: readonly Row[], setting: Setting, flags: BenchFlags, output: Output): void {
  const asJson = (): string =>
    JSON.stringify(
      rows.map((row) => rowToJson(row, setting)),
      null,
      2,
    );
  output.stdout(flags.json ? asJson() : renderText(rows, setting, output.paint, output.columns));
  if (flags.markdown !== undefined) write(flags.markdown, renderMarkdown(rows, setting));
  if (flags.svg !== undefined) write(flags.svg, renderChart(rows, setting));
}
