import type { CompareRow } from '../../network/compare/compare-row.js';
import { formatTime, plural } from '../../target/format.js';
import { escape, label, ourColour, palette, round, svgDocument, tickStep } from './svg.js';

const width = 960;
const left = 230;
const right = 80;
const plotWidth = width - left - right;
const bar = 8;
const gap = 6;
const head = 46;
const foot = 26;
const longestName = 36;

/** Who takes turns, in the order of their bars. */
const sides = ['ours', 'ONNX Runtime', 'OpenVINO'] as const;
const colours = [ourColour, palette[0]!, palette[1]!];

interface Bars {
  readonly name: string;
  /** Seconds of each side that is there; null where there is nothing to show. */
  readonly seconds: readonly (number | null)[];
}

interface Panel {
  readonly title: string;
  readonly groups: readonly Bars[];
}

/**
 * A bar chart as one SVG document: a panel for the whole calls, and one for the layers on each number of threads; bars
 * of seconds, ours and each runtime's. It has a light ground of its own, so that it reads on pages of any colour.
 */
export function renderCompareChart(rows: readonly CompareRow[]): string {
  const panels = [wholePanel(rows), ...rows.map(layersPanel)];
  let height = 66;
  const elements = panels.map((panel) => {
    const { text, bottom } = renderPanel(panel);
    const placed = `<g transform="translate(0 ${height})">\n${text}\n</g>`;
    height += bottom;
    return placed;
  });
  const name = rows.at(0)?.network ?? 'a network';
  const first = rows.at(0);
  const described = ['ours', first?.onnxruntime.description ?? sides[1], first?.openvino?.description ?? ''];
  const legend = described.flatMap((text, side) => (text === '' ? [] : [legendEntry(legendAt[side]!, side, text)]));
  return svgDocument({ width, height, title: `${name} beside runtimes`, description: describe(rows) }, [
    ...legend,
    ...elements,
  ]);
}

function wholePanel(rows: readonly CompareRow[]): Panel {
  const groups = rows.map(({ threads, ours, onnxruntime, openvino }) => ({
    name: plural(threads, 'thread'),
    seconds: [ours.seconds, onnxruntime.seconds, ...(openvino === null ? [] : [openvino.seconds])],
  }));
  return { title: 'a call', groups };
}

function layersPanel({ threads, layers, openvino }: CompareRow): Panel {
  const groups = layers
    .map(({ layer, seconds, onnxruntime_seconds: theirs, openvino_seconds: others }) => ({
      name: layer,
      seconds: [seconds > 0 ? seconds : null, theirs, ...(openvino === null ? [] : [others])],
    }))
    .filter(({ seconds }) => seconds.some((one) => one !== null));
  return { title: `layers, ${plural(threads, 'thread')}`, groups };
}

function renderPanel({ title, groups }: Panel): { readonly text: string; readonly bottom: number } {
  const times = groups.flatMap(({ seconds }) => seconds.map((one) => one ?? 0));
  const step = tickStep(Math.max(1e-9, ...times));
  const scale = (seconds: number): number => (plotWidth * seconds) / (step.count * step.size);
  const high = bar * Math.max(2, ...groups.map(({ seconds }) => seconds.length)) + gap;
  const parts = groups.flatMap(({ name, seconds }, i) => {
    const y = head + i * high;
    return [
      label(left - 8, y + bar + 4, shortened(name), 'text-anchor="end"'),
      ...seconds.flatMap((one, side) => renderBar(y + side * bar, one, scale, side, name)),
    ];
  });
  const end = head + groups.length * high;
  const ticks = Array.from({ length: step.count + 1 }, (_, i) => i * step.size);
  const axis = ticks.map((tick) => {
    const x = round(left + scale(tick));
    const line = `<line x1="${x}" x2="${x}" y1="${head - 6}" y2="${end}" stroke="#ddd"/>`;
    return line + label(left + scale(tick), end + 14, tick === 0 ? '0' : formatTime(tick), 'text-anchor="middle"');
  });
  const caption = label(16, 24, title, 'font-size="13" font-weight="600"');
  return { text: [caption, ...axis, ...parts].join('\n'), bottom: end + foot };
}

function renderBar(
  y: number,
  seconds: number | null,
  scale: (seconds: number) => number,
  side: number,
  name: string,
): readonly string[] {
  if (seconds === null) return [];
  const time = formatTime(seconds);
  const title = `<title>${escape(`${name}, ${sides[side]!}: ${time}`)}</title>`;
  return [
    `<rect x="${left}" y="${y}" width="${round(scale(seconds))}" height="${bar - 1}" fill="${colours[side]!}">${title}</rect>`,
    label(left + scale(seconds) + 4, y + bar - 1.5, time, 'font-size="8"'),
  ];
}

/** Where the entries of the legend begin. */
const legendAt = [16, 76, 520];

function legendEntry(x: number, side: number, text: string): string {
  return `<rect x="${x}" y="39" width="10" height="10" fill="${colours[side]!}"/>${label(x + 15, 48, text)}`;
}

/** The end of a long name says more than its beginning. */
function shortened(name: string): string {
  return name.length > longestName ? `…${name.slice(1 - longestName)}` : name;
}

function describe(rows: readonly CompareRow[]): string {
  const sentences = rows.map(({ threads, ours, onnxruntime, openvino, ratio }) => {
    const others = openvino === null ? '' : `, OpenVINO ${formatTime(openvino.seconds)}`;
    const times = `ours ${formatTime(ours.seconds)}, ONNX Runtime ${formatTime(onnxruntime.seconds)}${others}`;
    return `${plural(threads, 'thread')}: ${times}, ratio ${ratio.toFixed(3)}`;
  });
  return `Bars of the time of a call and of its layers. ${sentences.join('. ')}.`;
}
