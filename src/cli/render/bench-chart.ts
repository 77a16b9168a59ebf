import { isTimed, type Row } from '../../products/bench/row.js';
import { groupsOf, summarise, type Group } from '../../products/bench/summary.js';
import { formatSpeed, plural, speedUnits } from '../../target/format.js';
import type { Setting } from '../../products/bench/row-to-json.js';
import { unique } from './bench-notes.js';
import { escape, label, ourColour, palette, round, svgDocument, tickStep } from './svg.js';

const ours = 'ours';

const width = 960;
const left = 190;
const right = 70;
const plotWidth = width - left - right;
const bar = 9;
const gap = 9;
const legendTop = 60;
const legendLine = 16;
const legendColumns = 5;
const legendColumn = (width - 32) / legendColumns;
const panelHead = 44;
const panelFoot = 26;

type ColourOf = (contender: string) => string;

interface Bar {
  readonly contender: string;
  /** FLOP/s. */
  readonly speed: number;
}

/**
 * A bar chart as one SVG document: a panel a suite and number of threads, a group of bars a workload, a bar a
 * contender.
 */
export function renderChart(rows: readonly Row[], { machine, compiler, rounds }: Setting): string {
  const peers = unique(rows.flatMap((row) => row.peers.map(({ name }) => name)));
  const colourOf = (name: string): string =>
    name === ours ? ourColour : palette[peers.indexOf(name) % palette.length]!;
  const legend = renderLegend([ours, ...peers], colourOf);
  const panels = stack(groupsOf(rows), legend.bottom, colourOf);
  const height = panels.bottom;
  const title = `tune bench: ${unique(rows.map(({ suite, operator }) => suite ?? operator)).join(', ')}`;
  return svgDocument({ width, height, title, description: describe(rows, machine) }, [
    label(16, 42, `${machine}; ${compiler}; medians of ${plural(rounds, 'round')}`, 'fill="#555"'),
    legend.text,
    ...panels.elements,
  ]);
}

function renderLegend(names: readonly string[], colourOf: ColourOf): { bottom: number; text: string } {
  const entries = names.map((name, i) => {
    const x = 16 + (i % legendColumns) * legendColumn;
    const y = legendTop + Math.floor(i / legendColumns) * legendLine;
    const square = `<rect x="${round(x)}" y="${y - 9}" width="10" height="10" fill="${colourOf(name)}"/>`;
    return square + label(x + 15, y, name);
  });
  const lines = Math.ceil(names.length / legendColumns);
  return { bottom: legendTop + lines * legendLine, text: entries.join('\n') };
}

/** The panels one below the other, from `top` on. */
function stack(
  groups: readonly Group[],
  top: number,
  colourOf: ColourOf,
): { readonly bottom: number; readonly elements: readonly string[] } {
  let bottom = top;
  const elements = groups.map((group) => {
    const panel = renderPanel(group, colourOf);
    const placed = `<g transform="translate(0 ${bottom})">\n${panel.text}\n</g>`;
    bottom += panel.height;
    return placed;
  });
  return { bottom, elements };
}

function renderPanel(group: Group, colourOf: ColourOf): { height: number; text: string } {
  const groupsOfBars = group.rows.map((row) => ({ row, bars: barsOf(row) }));
  const peak = Math.max(...group.rows.map((row) => row.peak));
  const step = tickStep(Math.max(peak, ...groupsOfBars.flatMap(({ bars }) => bars.map(({ speed }) => speed))));
  const ticks = Array.from({ length: step.count + 1 }, (_, i) => i * step.size);
  const scale = (speed: number): number => (plotWidth * speed) / (step.count * step.size);
  const parts: string[] = [];
  let y = panelHead;
  for (const { row, bars } of groupsOfBars) {
    parts.push(label(left - 8, y + (bars.length * bar) / 2 + 4, row.workload, 'text-anchor="end"'));
    for (const { contender, speed } of bars) {
      parts.push(
        renderBar(
          y,
          scale(speed),
          colourOf(contender),
          `${row.workload}, ${contender}`,
          formatSpeed(speed, row.counts),
        ),
      );
      y += bar;
    }
    y += gap;
  }
  const axis = [
    ...ticks.map((tick, i) =>
      renderTick(left + scale(tick), y, tick, i === step.count ? ` ${speedUnits[group.counts]}` : ''),
    ),
    `<line x1="${round(left + scale(peak))}" x2="${round(left + scale(peak))}" y1="${panelHead - 6}" y2="${y}" stroke="#222" stroke-dasharray="4 3"><title>multiply-add peak, ${formatSpeed(peak, group.counts)}</title></line>`,
    label(left + scale(peak), panelHead - 10, 'peak', 'text-anchor="middle"'),
    label(16, 18, panelTitle(group), 'font-size="13" font-weight="600"'),
  ];
  return { height: y + panelFoot, text: [...axis, ...parts].join('\n') };
}

function barsOf(row: Row): readonly Bar[] {
  const own = isTimed(row.ours) ? [{ contender: ours, speed: row.flops / row.ours.seconds.median }] : [];
  return [...own, ...row.peers.map(({ name, seconds }) => ({ contender: name, speed: row.flops / seconds.median }))];
}

function panelTitle(group: Group): string {
  const summary = summarise(group);
  const mean = summary === undefined ? '' : `, geometric mean of the ratios ${summary.geometricMean.toFixed(3)}`;
  return `${group.name}, ${plural(group.threads, 'thread')}${mean}`;
}

/** What the picture shows, for those who do not see it. */
function describe(rows: readonly Row[], machine: string): string {
  const groups = groupsOf(rows).map((group) => {
    const summary = summarise(group);
    const found =
      summary === undefined
        ? 'nothing to compare'
        : `our kernels reach ${summary.geometricMean.toFixed(3)} of the best library in the geometric mean, at worst ${summary.worst.ratio.value.toFixed(3)} on ${summary.worst.workload}`;
    return `${group.name} on ${plural(group.threads, 'thread')}: ${found}`;
  });
  return `Bars of speed per workload and contender on ${machine}. ${groups.join('. ')}.`;
}

function renderBar(y: number, length: number, colour: string, name: string, speed: string): string {
  const [text = ''] = speed.split(' ');
  return [
    `<rect x="${left}" y="${round(y)}" width="${round(length)}" height="${bar - 1}" fill="${colour}"><title>${escape(name)}: ${speed}</title></rect>`,
    label(left + length + 4, y + bar - 1.5, text, 'font-size="8" stroke="#fff" stroke-width="2" paint-order="stroke"'),
  ].join('');
}

function renderTick(x: number, bottom: number, value: number, unit: string): string {
  const line = `<line x1="${round(x)}" x2="${round(x)}" y1="${panelHead - 6}" y2="${bottom}" stroke="#ddd"/>`;
  return line + label(x, bottom + 14, `${Number((value / 1e9).toPrecision(3))}${unit}`, 'text-anchor="middle"');
}
