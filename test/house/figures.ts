import { elementNames } from './element-names.js';
import { cyclesOf } from './graph.js';
import { floors } from './floors.js';
import { importGraph } from './imports.js';
import { isInstructionSet } from './isa-names.js';
import { findComparisons, findTables } from './names.js';
import { nativeGraph, type NativeFile } from './native.js';
import { findImportsUp, roomGraph } from './rooms.js';
import type { Place, SourceFile } from './source-file.js';
import { findConditionalSpreads } from './spreads.js';
import { isGenerated } from './unused-exports.js';

/** A number that `npm run house` prints. */
export interface Figure {
  readonly label: string;
  readonly count: number;
  /** What the number should be at most; undefined where it is only to stay. */
  readonly goal?: number;
  /** What it counts, where that lies in files. */
  readonly places?: readonly Place[];
}

/** What the figures are of. */
export interface House {
  /** TypeScript of src/. */
  readonly src: readonly SourceFile[];
  /** Other code in TypeScript and JavaScript that people read: pages' scripts, bench/, action/, bin/. */
  readonly others: readonly SourceFile[];
  readonly native: readonly NativeFile[];
  readonly unusedExports: readonly Place[];
}

/** Lines of a file that reads at one sitting. */
const LONG = 350;

export function figuresOf(house: House): Figure[] {
  const { src, others, native, unusedExports } = house;
  const long = [...src, ...others, ...native].filter(({ text }) => linesOf(text) > LONG);
  const outside = (folder: string): SourceFile[] => src.filter(({ path }) => !path.startsWith(folder));
  const isElement = elementNames();
  return [
    { label: 'rooms', count: new Set(floors.flat()).size, goal: 20 },
    { label: 'floors', count: floors.length, goal: 10 },
    { label: 'files', count: src.length },
    { label: 'lines of src', count: sum(src.map(({ text }) => linesOf(text))), goal: 66_000 },
    counted('imports up a floor', findImportsUp(src), 0),
    counted('cycles of rooms', cyclePlaces(cyclesOf(roomGraph(src))), 0),
    counted('cycles of files', cyclePlaces(fileCycles(house)), 0),
    counted(`files over ${LONG} lines`, long.filter(({ text }) => !isGenerated(text)).map(longPlace), 0),
    counted('generated ones', long.filter(({ text }) => isGenerated(text)).map(longPlace)),
    counted('unused exports', unusedExports, 0),
    counted(
      'element names compared',
      outside('src/elements/').flatMap((source) => findComparisons(source, isElement, ['pattern'])),
      0,
    ),
    counted(
      'tables by element name',
      outside('src/elements/').flatMap((source) => findTables(source, isElement)),
    ),
    counted(
      'instruction sets compared',
      outside('src/backend/cpu/isa/').flatMap((source) =>
        findComparisons(source, isInstructionSet, ['list', 'pattern']),
      ),
      0,
    ),
    counted('conditional spreads', src.flatMap(findConditionalSpreads), 20),
  ];
}

function counted(label: string, places: readonly Place[], goal?: number): Figure {
  return { label, count: places.length, places, ...(goal !== undefined && { goal }) };
}

function fileCycles({ src, others, native }: House): readonly (readonly string[])[] {
  return [...cyclesOf(importGraph([...src, ...others])), ...cyclesOf(nativeGraph(native))];
}

function cyclePlaces(cycles: readonly (readonly string[])[]): Place[] {
  return cycles.map((cycle) => ({ path: cycle[0]!, text: cycle.join(' ↔ ') }));
}

function longPlace({ path, text }: Pick<SourceFile, 'path' | 'text'>): Place {
  return { path, text: `${linesOf(text)} lines` };
}

/** As `wc -l` counts them. */
function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
