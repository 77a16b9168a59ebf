import type { ChalkInstance } from 'chalk';
import stringWidth from 'string-width';
import type { LayerRow, NetworkEventNamed } from '../../network/schedule/events.js';
import { formatBytes, formatGflops, formatPercent, formatTime, plural } from '../../target/format.js';
import { EXPECTED_LOSS } from '../../transfer/other-cpu.js';
import { visible } from '../../target/visible.js';
import { typedWith } from '../invocation.js';
import { commandLine } from './command-line.js';
import { speedColumn } from './speed-column.js';
import { renderTable } from './table.js';
import { failureText, stopWords } from './words.js';
import { renderLines, type Line, type Page } from './wrapped.js';

type Finish = NetworkEventNamed<'finish'>;

/** Of the layers that take most of the latency, how many are shown. */
const HEAVIEST = 10;

/** Columns of the longest bar. */
const BAR = 20;

interface Shown {
  /** With a table of all layers and what each came to. */
  readonly isWhole: boolean;
  /** The command line of the run. */
  readonly words: readonly string[];
}

/** The last lines of a run of a network. */
export function renderNetwork(finish: Finish, { isWhole, words }: Shown, page: Page): string {
  const { paint } = page;
  const lines: Line[] = [
    ['network', `${finish.network}, ${finish.target}`],
    ['latency', latencyLine(finish, paint)],
    ...(isWhole ? [] : heaviestLines(finish, page)),
    ...skippedLines(finish),
    ...elsewhereLines(finish, paint),
    ['trials', trialsLine(finish)],
    ...endingLines(finish),
    ...expectedLines(finish),
    ...programLines(finish, isWhole, page),
    ...failureLines(finish, paint),
    ...(isWhole ? [['time', timeLine(finish)] as Line] : []),
    ...(finish.log === null ? [] : [['log', finish.log] as Line]),
    ...commandLines(finish, page),
    ...nextLine(finish, words, page),
  ];
  return [...(isWhole ? [layerTable(finish, page), ''] : []), renderLines(lines, page)].join('\n');
}

/** The share of the latency of the layers that take most of it, as bars. */
function heaviestLines({ layers }: Finish, { paint, columns }: Page): Line[] {
  const costs = layers
    .flatMap(({ name, template, weight, seconds }) =>
      seconds === null ? [] : [{ name: visible(name), template, weight, seconds, cost: weight * seconds }],
    )
    .toSorted((a, b) => b.cost - a.cost);
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  const shown = costs.slice(0, HEAVIEST);
  const names = Math.max(0, ...shown.map(({ name }) => stringWidth(name)));
  const bar = Math.min(BAR, Math.max(4, (columns ?? 100) - names - 50));
  const lines = shown.map(({ name, template, weight, seconds, cost }, place): Line => {
    const length = Math.max(1, Math.round((bar * cost) / shown[0]!.cost));
    const times = `${weight === 1 ? '' : `${weight} × `}${formatTime(seconds)}`;
    const cells = [
      name + ' '.repeat(names - stringWidth(name)),
      paint.cyan('█'.repeat(length)) + ' '.repeat(bar - length),
      formatPercent(cost / total).padStart(5),
      times.padStart(11),
      template ?? '',
    ];
    return [place === 0 ? 'layers' : '', cells.join('  ')];
  });
  const rest = layers.length - shown.length;
  const restShare = costs.slice(HEAVIEST).reduce((sum, { cost }) => sum + cost, 0) / total;
  const restText = shown.length === 0 ? '' : ` (${formatPercent(restShare)})`;
  if (rest === 0) return lines;
  return [
    ...lines,
    [
      lines.length === 0 ? 'layers' : '',
      `${plural(rest, `${lines.length === 0 ? '' : 'more '}layer`)}${restText}; --layers shows all`,
    ],
  ];
}

/** Layers without a time on this machine. */
function skippedLines({ layers, program }: Finish): Line[] {
  const names = layers.filter(({ seconds }) => seconds === null).map(({ name }) => visible(name));
  if (names.length === 0 || names.length === layers.length) return [];
  const why = program ? 'not measured; a default config is used' : 'no config that works was found';
  return [['skipped', `${listed(names)}: ${why}`]];
}

/** The first few of them. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
}

function layerTable({ layers }: Finish, { paint, columns }: Page): string {
  const speeds = layers.flatMap(({ best, counts }) => (best ? [{ gflops: best.gflops, counts }] : []));
  const speed = speedColumn(speeds);
  const head = ['layer', 'workload', 'weight', 'trials', 'time', 'spread', speed.title, 'template', 'share'];
  const rows = layers.map((layer) => [
    layer.name,
    `${layer.operator} ${layer.workload}`,
    String(layer.weight),
    String(layer.trials),
    timeCell(layer, paint),
    layer.best ? layer.best.interval.map((seconds) => formatTime(seconds)).join(' to ') : '',
    layer.best ? speed.cell({ gflops: layer.best.gflops, counts: layer.counts }) : '',
    `${layer.template ?? ''}${fromWords[layer.from ?? 'log']}`,
    layer.share === null ? '' : formatPercent(layer.share),
  ]);
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows,
    columns,
  );
}

function timeCell({ seconds, trials, template }: LayerRow, paint: ChalkInstance): string {
  if (seconds !== null) return formatTime(seconds);
  return template === null ? paint.red(trials > 0 ? 'all failed' : 'not tried') : paint.yellow('not measured');
}

/** Behind a template. */
const fromWords: Readonly<Record<NonNullable<LayerRow['from']>, string>> = {
  log: '',
  history: ' (history)',
  elsewhere: ' (elsewhere)',
  similar: ' (from similar workloads)',
  suggested: ' (suggested)',
};

function latencyLine({ seconds, interval, gflops, layers, program }: Finish, paint: ChalkInstance): string {
  if (layers.length === 0) return 'unknown (no layer is a kernel that can be tuned)';
  if (seconds === null || interval === null || gflops === null) {
    const without = layers.filter((layer) => layer.seconds === null);
    if (program)
      return paint.yellow(
        `not measured (${without.length} of ${plural(layers.length, 'kernel')} untimed on this machine)`,
      );
    return paint.red(`not measured (no time for ${without.map(({ name }) => name).join(', ')})`);
  }
  const spread = interval.map((end) => formatTime(end)).join(' to ');
  const here = layers.filter(({ from }) => from === 'log' || from === 'history').length;
  const speed = paint.green(`${formatGflops(1e9 * gflops)} GFLOPS`);
  return `${paint.bold(formatTime(seconds))} predicted (${spread}; ${here} of ${plural(layers.length, 'layer')} measured), ${speed}`;
}

/** Times of other machines say little about this one. */
function elsewhereLines({ layers }: Finish, paint: ChalkInstance): Line[] {
  const names = layers.filter(({ from }) => from === 'elsewhere').map(({ name }) => visible(name));
  if (names.length === 0) return [];
  const text = `${listed(names)}: chosen and timed by a history of another machine or target; ${EXPECTED_LOSS}, by --trials N`;
  return [['elsewhere', paint.yellow(text)]];
}

function trialsLine({ trials, resumed, shared, failed, reason, layers }: Finish): string {
  const before = resumed === 0 ? '' : `, ${resumed} from the log`;
  const beside = shared === 0 ? '' : `, ${shared} by other runs on the same log`;
  const counts = layers.map((layer) => layer.trials);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const each = layers.length === 0 ? '' : `, ${least === most ? least : `${least} to ${most}`} a layer`;
  return `${trials} run${before}${beside}, ${failed} failed${each}; ${reasonWords[reason] ?? stopWords[reason]}`;
}

const reasonWords: Readonly<Partial<Record<Finish['reason'], string>>> = {
  exhausted: 'no configs left',
  decided: 'no layer can gain from more trials',
};

/** The expected loss of kernels that were chosen without a time. */
function expectedLines({ layers }: Finish): Line[] {
  const expected = layers.filter(({ expected_share: share }) => share !== null);
  if (expected.length === 0) return [];
  const texts = expected.map(({ name, expected_share: share }) => `${visible(name)} ${formatPercent(1 - share!)}`);
  return [['expected', `loss of ${listed(texts)} (from similar workloads)`]];
}

function programLines({ program }: Finish, isWhole: boolean, page: Page): Line[] {
  if (!program) return [];
  const { paint } = page;
  const { kernels, calls, conversions, arena_bytes: arena, weights_bytes: weights, scratch_bytes: scratch } = program;
  const memory = [
    `arena ${formatBytes(arena)}`,
    ...(scratch === null ? [] : [`workspace of kernels ${formatBytes(scratch)}`]),
    ...(weights === null ? [] : [`weights ${formatBytes(weights)}`]),
  ];
  return [
    ['program', `${plural(calls, 'call')} of ${plural(kernels, 'kernel')}, ${conversions} convert layouts or copy`],
    ...(isWhole ? [['memory', memory.join(', ')] as Line] : []),
    ...shapeLines(program),
    ...inPlaceLines(program),
    ...(program.seconds === null
      ? []
      : [['built', `${paint.bold(formatTime(program.seconds))} a call, measured`] as Line]),
    ...program.verified.flatMap((one) => verifiedLines(one, paint)),
    ...(program.folder === null ? [] : [['library', program.folder] as Line]),
    ...(program.link === null ? [] : [commandLine('link', `cc program.c ${program.link}`, page)]),
  ];
}

function verifiedLines(
  {
    folder,
    error,
    allowed,
    correct,
    against_float64: againstFloat64,
  }: NonNullable<Finish['program']>['verified'][number],
  paint: ChalkInstance,
): Line[] {
  const text = `${folder}: largest error ${errorText(error)} (allowed ${allowed.toExponential(1)})`;
  return [
    [correct ? 'correct' : 'wrong', correct ? paint.green(text) : paint.red(text)],
    ...(againstFloat64
      ? [
          [
            'float64',
            `error against the model: the library ${errorText(againstFloat64.library)}, the given outputs ${errorText(againstFloat64.given)}`,
          ] as Line,
        ]
      : []),
  ];
}

function errorText(error: number | null): string {
  return error === null ? 'not a number' : error.toExponential(1);
}

function inPlaceLines({ in_place: inPlace, shapes }: NonNullable<Finish['program']>): Line[] {
  if (!inPlace) return [];
  const { libraries, replaced, first_seconds: first, seconds } = inPlace;
  const call = shapes.length > 1 ? 'a call of each shape' : 'a call';
  const gain = `${formatTime(seconds)} ${call}, ${formatTime(first)} before`;
  return [['in place', `${gain}: ${plural(replaced, 'kernel')} replaced, built ${plural(libraries, 'time')}`]];
}

/** Of a library of several shapes, what each comes to. */
function shapeLines({ shapes }: NonNullable<Finish['program']>): Line[] {
  if (shapes.length === 1) return [];
  return shapes.map(({ label, inputs, seconds, built_seconds: built, calls, arena_bytes: arena }): Line => {
    const extents = Object.entries(inputs).map(([name, one]) => `${visible(name)} ${one.join('x')}`);
    const times = [
      ...(seconds === null ? [] : [`${formatTime(seconds)}, sum of weight × time`]),
      ...(built === null ? [] : [`${formatTime(built)} a call, measured`]),
    ];
    const what = [...extents, ...times, plural(calls, 'call'), `arena ${formatBytes(arena)}`];
    return ['shape', `${label}: ${what.join(', ')}`];
  });
}

/** Layers that got no more trials before the end, by reason. */
function endingLines({ layers }: Finish): Line[] {
  return Object.entries(endingWords).flatMap(([ending, words]): Line[] => {
    const names = layers.filter((layer) => layer.ending === ending).map(({ name }) => name);
    return names.length === 0 ? [] : [['stopped', `${listed(names)}: ${words}`]];
  });
}

const endingWords: Readonly<Record<NonNullable<LayerRow['ending']>, string>> = {
  'early-stop': 'no gain lately (--early-stop)',
  failed: 'all first trials failed',
  exhausted: 'no configs left',
  decided: 'best template fully measured, the others cannot catch up',
};

/** The first failure of each layer. */
function failureLines({ layers }: Finish, paint: ChalkInstance): Line[] {
  return layers.flatMap(({ name, failures }): Line[] =>
    failures
      .slice(0, 1)
      .map((failure) => [
        'failed',
        paint.yellow(
          `${name}: ${plural(failure.count, 'trial')} ${failureText(failure)}, first: ${visible(failure.message)}`,
        ),
      ]),
  );
}

function timeLine({ spent: { wall, search, compile, check, run } }: Finish): string {
  return [
    `${formatTime(wall)} total: search ${formatTime(search)}`,
    `check ${formatTime(check)}`,
    `run ${formatTime(run)}`,
    `compile ${formatTime(compile)} (summed over cores)`,
  ].join(', ');
}

/** What to do with the result, to be typed as it stands. */
function commandLines({ replay, export: exported }: Finish, page: Page): Line[] {
  const commands = { replay, export: exported };
  return Object.entries(commands).flatMap(([label, command]): Line[] =>
    command === null ? [] : [commandLine(label, command, page)],
  );
}

/** Trials that a kernel without a time here needs to be near its best. */
const TRIALS_EACH = 16;

/** The run that times what has no time on this machine; its log keeps what this one measured. */
function nextLine(finish: Finish, words: readonly string[], page: Page): Line[] {
  const { layers, trials, resumed, shared, reason } = finish;
  const untimed = layers.filter(
    ({ seconds, from, trials: own }) => (seconds === null && own === 0) || from === 'elsewhere',
  );
  if (untimed.length === 0 || !['trials', 'minutes'].includes(reason)) return [];
  const wanted = trials + resumed + shared + TRIALS_EACH * untimed.length;
  return [commandLine('next', typedWith(wordsAgain(finish, words), '--trials', String(wanted)), page)];
}

/** The command line of a run that may replace the library that this one wrote. */
function wordsAgain({ program }: Finish, words: readonly string[]): readonly string[] {
  const hasWritten = program !== null && program.folder !== null;
  if (!hasWritten || words.includes('--force')) return words;
  const [name = '', ...others] = words;
  return [name, '--force', ...others];
}
