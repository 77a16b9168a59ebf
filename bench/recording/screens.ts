import headless, { type IBufferLine } from '@xterm/headless';
import { grouped } from '../../src/target/grouped.js';
import type { Recording } from './asciicast.js';

interface Style {
  readonly isBold: boolean;
  readonly isDim: boolean;
  /** In the terminal's palette; undefined: the colour of text. */
  readonly colour: number | undefined;
}

/** Cells beside each other of one style, from the first that is no space to the last. */
export interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly style: Style;
}

export type Row = readonly Run[];

export interface Screen {
  readonly seconds: number;
  readonly rows: readonly Row[];
}

/** What a terminal shows during a recording: a screen for each `step` seconds in which something was written. */
export async function screensOf({ width, height, events }: Recording, step: number): Promise<readonly Screen[]> {
  const terminal = new headless.Terminal({ cols: width, rows: height, allowProposedApi: true });
  const screens: Screen[] = [];
  for (const [slot, written] of grouped(events, ({ seconds }) => Math.ceil(seconds / step))) {
    const text = written.map((event) => event.text).join('');
    await new Promise<void>((done) => {
      terminal.write(text, done);
    });
    const { viewportY, length } = terminal.buffer.active;
    const lines = Array.from({ length: length - viewportY }, (_, y) => terminal.buffer.active.getLine(viewportY + y)!);
    screens.push({ seconds: slot * step, rows: lines.map(rowOf) });
  }
  terminal.dispose();
  return screens;
}

function rowOf(line: IBufferLine): Row {
  const runs: Run[] = [];
  let cells: { readonly text: string; readonly style: Style }[] = [];
  const close = (end: number): void => {
    const first = cells.findIndex(({ text }) => text !== ' ');
    const last = cells.findLastIndex(({ text }) => text !== ' ');
    const kept = cells.slice(first, last + 1);
    const column = end - cells.length + first;
    if (first >= 0)
      runs.push({ column, columns: kept.length, text: kept.map(({ text }) => text).join(''), style: kept[0]!.style });
    cells = [];
  };
  for (let x = 0; x < line.length; x++) {
    const cell = cellAt(line, x);
    const before = cells.at(-1);
    if (before && !isSame(before.style, cell.style)) close(x);
    cells.push(cell);
  }
  close(line.length);
  return runs;
}

function cellAt(line: IBufferLine, x: number): { readonly text: string; readonly style: Style } {
  const cell = line.getCell(x)!;
  // A wide letter is followed by a cell without text.
  const text = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
  const colour = cell.isFgPalette() ? cell.getFgColor() : undefined;
  return { text, style: { isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0, colour } };
}

function isSame(one: Style, other: Style): boolean {
  return one.isBold === other.isBold && one.isDim === other.isDim && one.colour === other.colour;
}
