import { floors } from './floors.js';
import type { Graph } from './graph.js';
import { importedFile, importGraph, importsOf } from './imports.js';
import type { Place, SourceFile } from './source-file.js';

const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));

/** All rooms that have a floor. */
export const rooms: readonly string[] = [...floorOf.keys()];

/** The folder below src/ that a file is in; the file at the top is the entry of `api`. */
export function roomOf(path: string): string {
  return path === 'src/index.ts' ? 'api' : path.split('/')[1]!;
}

/** Whether a room may import from another one. */
export function isAllowed(room: string, other: string): boolean {
  const [from, to] = [floorOf.get(room), floorOf.get(other)];
  return room === other || (from !== undefined && to !== undefined && to < from);
}

/** Imports from a higher floor, from the same one, or from a room without floor. */
export function findImportsUp(sources: readonly SourceFile[]): Place[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .map(({ name }) => importedFile(source.path, name))
      .filter((file) => file !== undefined && !isAllowed(roomOf(source.path), roomOf(file)))
      .map((file) => ({ path: source.path, text: `imports ${file}` })),
  );
}

/** Of each room, the other rooms that it imports from. */
export function roomGraph(sources: readonly SourceFile[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [path, files] of importGraph(sources)) {
    const others = graph.get(roomOf(path)) ?? new Set();
    graph.set(roomOf(path), others);
    for (const file of files) if (roomOf(file) !== roomOf(path)) others.add(roomOf(file));
  }
  return new Map([...graph].map(([room, others]) => [room, [...others].sort()]));
}
