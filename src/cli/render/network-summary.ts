import type { ChalkInstance } from 'chalk';
import type { LayerRow, NetworkEventNamed } from '../../api/schema/network-events.js';
import { formatGflops, formatPercent, formatTime, plural } from '../../target/format.js';
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
    layer.seconds === null ? paint.red(layer.trials > 0 ? 'none works' : 'not tried') : formatTime(layer.seconds),
    layer.best ? layer.best.interval.map((seconds) => formatTime(seconds)).join(' to ') : '',
    layer.best ? formatGflops(1e9 * layer.best.gflops) : '',
    `${layer.template ?? ''}${fromWords[layer.from ?? 'log']}`,
    layer.share === null ? '' : formatPercent(layer.share),
  ]);
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows,
    columns,
  );
}

/** Behind a template. */
const fromWords: Readonly<Record<NonNullable<LayerRow['from']>, string>> = {
  log: '',
  history: ' (history)',
  elsewhere: ' (elsewhere)',
};

function latencyLine({ seconds, interval, gflops, layers }: Finish, paint: ChalkInstance): string {
  if (seconds === null || interval === null || gflops === null) {
    const without = layers.filter((layer) => layer.seconds === null);
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
  const text = `${names.join(', ')}: nothing was measured here; config and time are the history's, of another machine or target`;
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
