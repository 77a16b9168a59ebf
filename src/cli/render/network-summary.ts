import type { ChalkInstance } from 'chalk';
import type { LayerRow, NetworkEventNamed } from '../../network/schedule/events.js';
import { formatBytes, formatGflops, formatGflopsCell, formatPercent, formatTime, plural } from '../../target/format.js';
import { EXPECTED_LOSS } from '../../transfer/other-cpu.js';
import { visible } from '../../target/visible.js';
import { typed } from '../invocation.js';
import { renderTable } from './table.js';
import { failureText, stopWords } from './words.js';
import { labelled } from './wrapped.js';

type Finish = NetworkEventNamed<'finish'>;
type Line = [label: string, text: string];

/** Columns of the words before each line. */
const LABEL = 10;

/** The last lines of a run of a network: a table of its layers, and what they come to. */
export function renderNetwork(finish: Finish, paint: ChalkInstance, columns?: number): string {
  const lines: Line[] = [
    ['network', `${finish.network}, ${finish.target}`],
    ['latency', latencyLine(finish, paint)],
    ...elsewhereLines(finish, paint),
    ['trials', trialsLine(finish)],
    ...endingLines(finish),
    ...expectedLines(finish),
    ...programLines(finish, paint),
    ...failureLines(finish, paint),
    ['time', timeLine(finish)],
    ...(finish.log === null ? [] : [['log', finish.log] as Line]),
    ...commandLines(finish, paint),
  ];
  const told = lines.map(([label, text]) => labelled(paint.dim(label.padEnd(LABEL)), text, LABEL, columns));
  return [layerTable(finish, paint, columns), '', ...told].join('\n');
}

function layerTable({ layers }: Finish, paint: ChalkInstance, columns: number | undefined): string {
  const head = ['layer', 'workload', 'weight', 'trials', 'time', 'spread', 'GFLOPS', 'template', 'share'];
  const rows = layers.map((layer) => [
    layer.name,
    `${layer.operator} ${layer.workload}`,
    String(layer.weight),
    String(layer.trials),
    timeCell(layer, paint),
    layer.best ? layer.best.interval.map((seconds) => formatTime(seconds)).join(' to ') : '',
    layer.best ? formatGflopsCell(layer.best.gflops, layer.counts) : '',
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
  return template === null ? paint.red(trials > 0 ? 'none works' : 'not tried') : paint.yellow('not measured');
}

/** Behind a template. */
const fromWords: Readonly<Record<NonNullable<LayerRow['from']>, string>> = {
  log: '',
  history: ' (history)',
  elsewhere: ' (elsewhere)',
  similar: ' (of similar ones)',
  suggested: ' (suggested)',
};

function latencyLine({ seconds, interval, gflops, layers, program }: Finish, paint: ChalkInstance): string {
  if (seconds === null || interval === null || gflops === null) {
    const without = layers.filter((layer) => layer.seconds === null);
    if (program)
      return paint.yellow(
        `unknown: of ${without.length} of ${plural(layers.length, 'kernel')} there is no time on this machine`,
      );
    return paint.red(`unknown: there is no time of ${without.map(({ name }) => name).join(', ')}`);
  }
  const spread = interval.map((end) => formatTime(end)).join(' to ');
  const speed = paint.green(`${formatGflops(1e9 * gflops)} GFLOPS`);
  return `${paint.bold(formatTime(seconds))} (${spread}), the sum of weight x time; ${speed}`;
}

/** Times of other machines tell little of this one. */
function elsewhereLines({ layers }: Finish, paint: ChalkInstance): Line[] {
  const names = layers.filter(({ from }) => from === 'elsewhere').map(({ name }) => name);
  if (names.length === 0) return [];
  const text = `${names.join(', ')}: config and time from history (other machine or target); ${EXPECTED_LOSS}, by --trials N`;
  return [['elsewhere', paint.yellow(text)]];
}

function trialsLine({ trials, resumed, shared, failed, reason, layers }: Finish): string {
  const before = resumed === 0 ? '' : `, ${resumed} from the log`;
  const beside = shared === 0 ? '' : `, ${shared} by other runs on it meanwhile`;
  const counts = layers.map((layer) => layer.trials);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const each = `${least === most ? least : `${least} to ${most}`} a layer`;
  return `${trials} run${before}${beside}, ${failed} failed, ${each}; ${reasonWords[reason] ?? stopWords[reason]}`;
}

const reasonWords: Readonly<Partial<Record<Finish['reason'], string>>> = {
  exhausted: 'all spaces are measured',
  decided: 'no layer is left that more trials could help',
};

/** What kernels that were chosen without a time should lose. */
function expectedLines({ layers }: Finish): Line[] {
  const expected = layers.filter(({ expected_share: share }) => share !== null);
  if (expected.length === 0) return [];
  const texts = expected.map(({ name, expected_share: share }) => `${visible(name)} ${formatPercent(1 - share!)}`);
  return [['to lose', `expected of what other workloads tell: ${texts.join(', ')}`]];
}

function programLines({ program }: Finish, paint: ChalkInstance): Line[] {
  if (!program) return [];
  const { kernels, calls, conversions, arena_bytes: arena, weights_bytes: weights, scratch_bytes: scratch } = program;
  const memory = [
    `arena ${formatBytes(arena)}`,
    ...(scratch === null ? [] : [`workspace of kernels ${formatBytes(scratch)}`]),
    ...(weights === null ? [] : [`weights ${formatBytes(weights)}`]),
  ];
  return [
    [
      'program',
      `${plural(calls, 'call')} of ${plural(kernels, 'kernel')}, ${conversions} to convert layouts or to copy`,
    ],
    ['memory', memory.join(', ')],
    ...shapeLines(program),
    ...(program.seconds === null
      ? []
      : [['built', `${paint.bold(formatTime(program.seconds))} a call, measured`] as Line]),
    ...program.verified.map(({ folder, error, allowed, correct }): Line => {
      const text = `${folder}: largest error ${error === null ? 'is no number' : error.toExponential(1)}, ${allowed.toExponential(1)} allowed`;
      return [correct ? 'correct' : 'wrong', correct ? paint.green(text) : paint.red(text)];
    }),
    ...(program.folder === null ? [] : [['library', program.folder] as Line]),
  ];
}

/** Of a library of several shapes, what each comes to. */
function shapeLines({ shapes }: NonNullable<Finish['program']>): Line[] {
  if (shapes.length === 1) return [];
  return shapes.map(({ label, inputs, seconds, built_seconds: built, calls, arena_bytes: arena }): Line => {
    const extents = Object.entries(inputs).map(([name, one]) => `${visible(name)} ${one.join('x')}`);
    const times = [
      ...(seconds === null ? [] : [`${formatTime(seconds)}, the sum of weight x time`]),
      ...(built === null ? [] : [`${formatTime(built)} a call, measured`]),
    ];
    const what = [...extents, ...times, plural(calls, 'call'), `arena ${formatBytes(arena)}`];
    return ['shape', `${label}: ${what.join(', ')}`];
  });
}

/** Layers that were left out before the end, by why. */
function endingLines({ layers }: Finish): Line[] {
  return Object.entries(endingWords).flatMap(([ending, words]): Line[] => {
    const names = layers.filter((layer) => layer.ending === ending).map(({ name }) => name);
    return names.length === 0 ? [] : [['left out', `${names.join(', ')}: ${words}`]];
  });
}

const endingWords: Readonly<Record<NonNullable<LayerRow['ending']>, string>> = {
  'early-stop': 'no gain for a while (--early-stop)',
  failed: 'none of the first trials worked',
  exhausted: 'the whole space is measured',
  decided: 'the best template is measured whole, and the others cannot catch up',
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
    `${formatTime(wall)} in all: search ${formatTime(search)}`,
    `check ${formatTime(check)}`,
    `run ${formatTime(run)}`,
    `compile ${formatTime(compile)} (sum over builds, one on each core at a time)`,
  ].join(', ');
}

/** What to do with the result, to be typed as it stands. */
function commandLines({ replay, export: exported }: Finish, paint: ChalkInstance): Line[] {
  const commands = { replay, export: exported };
  return Object.entries(commands).flatMap(([label, command]): Line[] =>
    command === null ? [] : [[label, paint.cyan(typed(command))]],
  );
}
