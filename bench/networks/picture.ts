import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { label, ourColour, palette, round, svgDocument } from '../../src/cli/render/svg.js';

/**
 * The pictures of docs/benchmarks/networks.md, and the parts of that page that each shows, with a heading.
 *
 * @internal A test holds each to the page.
 */
export const pictures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'networks.svg': {
    bfloat16: 'bfloat16',
    bytes: 'bytes',
    transformers: 'float32',
    attention: 'float32',
    decode: 'weights of 4 and 8 bits',
  },
  'networks-packaged.svg': { packaged: 'float32, packaged' },
};

const sides = [
  { name: 'ours', colour: ourColour },
  { name: 'ONNX Runtime', colour: palette[0]! },
  { name: 'OpenVINO', colour: palette[1]! },
];

const [WIDTH, BARS, LEFT, BAR, ROW, HEAD] = [960, 520, 180, 8, 32, 34];

interface Row {
  readonly model: string;
  /** Of each side its milliseconds (a word where it does not read the model), and how many times as fast ours is. */
  readonly cells: readonly { readonly latency: string; readonly times?: string }[];
}

/** Draws all of them again from the page in a folder. */
export function writePictures(folder: string): void {
  const page = readFileSync(join(folder, 'networks.md'), 'utf8');
  for (const [name, parts] of Object.entries(pictures)) writeFileSync(join(folder, name), drawLatencies(page, parts));
}

/**
 * Bars of the latencies in some parts of a page, the slowest side of each model at full length.
 *
 * @internal A test compares them with the files.
 */
export function drawLatencies(page: string, parts: Readonly<Record<string, string>>): string {
  const elements = sides.flatMap(({ name, colour }, i) => [
    bar(LEFT + i * 140, 38, 10, 10, colour),
    label(LEFT + 16 + i * 140, 47, name),
  ]);
  let y = 60;
  for (const [part, heading] of Object.entries(parts)) {
    const text = partOf(page, part);
    const machine = /^[^|\n<][^\n]*/m.exec(text)?.[0] ?? '';
    elements.push(label(16, y + 18, heading, 'font-weight="600"'), label(LEFT, y + 18, machine, 'fill="#555"'));
    y += HEAD;
    for (const row of rowsOf(text)) {
      elements.push(...rowElements(row, y));
      y += ROW;
    }
  }
  const description = `Latency of each model in milliseconds, ours beside ONNX Runtime and OpenVINO: ${Object.values(parts).join(', ')}.`;
  return svgDocument({ width: WIDTH, height: y + 10, title: 'Latency of networks, ms', description }, elements);
}

function rowElements({ model, cells }: Row, y: number): readonly string[] {
  const slowest = Math.max(...cells.map(({ latency }) => Number(latency) || 0));
  const bars = cells.flatMap(({ latency, times }, i) => {
    const top = y + i * (BAR + 1);
    if (!Number(latency)) return [label(LEFT, top + BAR - 1, latency, 'fill="#777" font-size="9"')];
    const width = (Number(latency) / slowest) * BARS;
    const text = times === undefined ? latency : `${latency} (${times}×)`;
    return [
      bar(LEFT, top, width, BAR, sides[i]!.colour),
      label(LEFT + width + 6, top + BAR - 0.5, text, 'font-size="9"'),
    ];
  });
  return [label(LEFT - 8, y + 17, model, 'text-anchor="end"'), ...bars];
}

function bar(x: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" fill="${colour}"/>`;
}

function partOf(page: string, name: string): string {
  const [first, last] = [`<!-- ${name}: written by npm run bench:networks -->`, `<!-- end of ${name} -->`];
  return page.slice(page.indexOf(first) + first.length, page.indexOf(last));
}

/** Rows of model, threads, ours; latency, times as fast and difference of ONNX Runtime; the same of OpenVINO. */
function rowsOf(part: string): readonly Row[] {
  return part.split('\n').flatMap((line) => {
    const cells = line.split('|').slice(1, -1);
    const [model = '', threads = '', ours = '', runtime = '', first, , openvino = '', second] = cells;
    if (!Number(ours)) return [];
    return {
      model: threads === '1' ? model : `${model}, ${threads} threads`,
      cells: [{ latency: ours }, { latency: runtime, ...timesOf(first) }, { latency: openvino, ...timesOf(second) }],
    };
  });
}

/** The median of `2.51 (2.45 to 2.54)`. */
function timesOf(cell = ''): { readonly times?: string } {
  const [times] = cell.split(' ');
  return times ? { times } : {};
}
