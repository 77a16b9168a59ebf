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

interface Bars {
  readonly name: string;
  /** Seconds; null where there is nothing to show. */
  readonly ours: number | null;
  readonly theirs: number | null;
}

interface Panel {
  readonly title: string;
  readonly groups: readonly Bars[];
}

/**
 * A bar chart as one SVG document: a panel for the whole calls, and one for the layers on each number of threads; two
 * bars, ours and ONNX Runtime's, of seconds. It has a light ground of its own, so that it reads on pages of any colour.
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
  return svgDocument({ width, height, title: `${name} against ONNX Runtime`, description: describe(rows) }, [
    legendEntry(16, ourColour, 'ours'),
    legendEntry(76, palette[0]!, rows.at(0)?.onnxruntime.description ?? 'ONNX Runtime'),
    ...elements,
  ]);
}

function wholePanel(rows: readonly CompareRow[]): Panel {
  const groups = rows.map(({ threads, ours, onnxruntime, ratio }) => ({
    name: `${plural(threads, 'thread')}, ratio ${ratio.toFixed(2)}`,
    ours: ours.seconds,
    theirs: onnxruntime.seconds,
  }));
  return { title: 'a call', groups };
}

function layersPanel({ threads, layers }: CompareRow): Panel {
  const groups = layers
    .map(({ layer, seconds, onnxruntime_seconds: theirs }) => ({
      name: layer,
      ours: seconds > 0 ? seconds : null,
      theirs,
    }))
    .filter(({ ours, theirs }) => ours !== null || theirs !== null);
  return { title: `layers, ${plural(threads, 'thread')}`, groups };
}

function renderPanel({ title, groups }: Panel): { readonly text: string; readonly bottom: number } {
  const times = groups.flatMap(({ ours, theirs }) => [ours ?? 0, theirs ?? 0]);
  const step = tickStep(Math.max(1e-9, ...times));
  const scale = (seconds: number): number => (plotWidth * seconds) / (step.count * step.size);
  const parts = groups.flatMap(({ name, ours, theirs }, i) => {
    const y = head + i * (2 * bar + gap);
    return [
      label(left - 8, y + bar + 4, shortened(name), 'text-anchor="end"'),
      ...renderBar(y, ours, scale, ourColour, `${name}, ours`),
      ...renderBar(y + bar, theirs, scale, palette[0]!, `${name}, ONNX Runtime`),
    ];
  });
  const end = head + groups.length * (2 * bar + gap);
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
  colour: string,
  name: string,
): readonly string[] {
  if (seconds === null) return [];
  const time = formatTime(seconds);
  const title = `<title>${escape(`${name}: ${time}`)}</title>`;
  return [
    `<rect x="${left}" y="${y}" width="${round(scale(seconds))}" height="${bar - 1}" fill="${colour}">${title}</rect>`,
    label(left + scale(seconds) + 4, y + bar - 1.5, time, 'font-size="8"'),
  ];
}

function legendEntry(x: number, colour: string, text: string): string {
  return `<rect x="${x}" y="39" width="10" height="10" fill="${colour}"/>${label(x + 15, 48, text)}`;
}

/** The end of a long name says more than its beginning. */
function shortened(name: string): string {
  return name.length > longestName ? `…${name.slice(1 - longestName)}` : name;
}

function describe(rows: readonly CompareRow[]): string {
  const sentences = rows.map(({ threads, ours, onnxruntime, ratio }) => {
    const times = `ours ${formatTime(ours.seconds)}, ONNX Runtime ${formatTime(onnxruntime.seconds)}`;
    return `${plural(threads, 'thread')}: ${times}, ratio ${ratio.toFixed(3)}`;
  });
  return `Bars of the time of a call and of its layers. ${sentences.join('. ')}.`;
}
