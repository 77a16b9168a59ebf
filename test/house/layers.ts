import { withoutImplied, type Graph } from './graph.js';

/** A room, or a bend of an arrow that passes a floor on its way down. */
export interface Spot {
  readonly id: string;
  /** Of a room; absent for a bend. */
  readonly room?: string;
}

/** Where rooms and arrows stand: floors of spots from left to right, ground floor first, and what leads to what. */
export interface Layers {
  readonly floors: readonly (readonly Spot[])[];
  /** Of each spot, those on the floor below that it leads to. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** The arrows as their spots, from the room that imports to the imported one. */
  readonly arrows: readonly (readonly string[])[];
}

/**
 * Rooms on their floors with the arrows that no others imply. An arrow that passes floors has a bend on each, and the
 * spots of a floor are in an order in which few arrows cross: that of the means of their neighbours, by turns of the
 * floor above and below, with neighbours exchanged where that helps.
 */
export function layersOf(floors: readonly (readonly string[])[], imports: Graph): Layers {
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
  const spots: Spot[][] = floors.map((rooms) => rooms.map((room) => ({ id: room, room })));
  const arrows = [...withoutImplied(imports)].flatMap(([room, others]) =>
    others.map((other) => {
      const bends = range(floorOf.get(other)! + 1, floorOf.get(room)!).reverse();
      const ids = bends.map((floor) => ({ floor, id: `${room} → ${other} on ${floor}` }));
      for (const { floor, id } of ids) spots[floor]!.push({ id });
      return [room, ...ids.map(({ id }) => id), other];
    }),
  );
  const below = new Map<string, string[]>(spots.flat().map(({ id }) => [id, []]));
  for (const arrow of arrows) arrow.slice(1).forEach((id, i) => below.get(arrow[i]!)!.push(id));
  return { floors: inOrder(spots, below), below, arrows };
}

/** How many arrows cross between the floors. */
export function crossings(floors: readonly (readonly Spot[])[], below: ReadonlyMap<string, readonly string[]>): number {
  const place = placesOf(floors);
  return floors
    .map((spots) => {
      const ends = spots.map(({ id }) => below.get(id)!.map((other) => place.get(other)!));
      const crossed = (left: readonly number[], right: readonly number[]): number =>
        left.reduce((count, a) => count + right.filter((b) => b < a).length, 0);
      return ends.reduce(
        (count, left, i) => ends.slice(i + 1).reduce((more, right) => more + crossed(left, right), count),
        0,
      );
    })
    .reduce((total, count) => total + count, 0);
}

const ROUNDS = 24;

function inOrder(start: Spot[][], below: ReadonlyMap<string, readonly string[]>): readonly (readonly Spot[])[] {
  const above = turned(below);
  let floors = start;
  let best = start;
  for (let round = 0; round < ROUNDS; round++) {
    floors = exchanged(byMeans(floors, round % 2 === 0 ? below : above, round % 2 === 0), below);
    if (crossings(floors, below) < crossings(best, below)) best = floors;
  }
  return best;
}

/** Floor by floor, each in the order of the means of the neighbours that already stand. */
function byMeans(floors: Spot[][], neighbours: ReadonlyMap<string, readonly string[]>, upward: boolean): Spot[][] {
  const result = [...floors];
  const order = upward ? range(0, floors.length) : range(0, floors.length).reverse();
  for (const floor of order) {
    const place = placesOf(result);
    const mean = ({ id }: Spot): number => {
      const others = neighbours.get(id)!;
      if (others.length === 0) return place.get(id)!;
      return others.reduce((total, other) => total + place.get(other)!, 0) / others.length;
    };
    result[floor] = [...result[floor]!].sort((a, b) => mean(a) - mean(b));
  }
  return result;
}

/** Neighbours on a floor exchanged as long as fewer arrows cross then. */
function exchanged(start: Spot[][], below: ReadonlyMap<string, readonly string[]>): Spot[][] {
  let floors = start;
  for (let better = true; better;) {
    better = false;
    for (const [floor, spots] of floors.entries())
      for (const i of range(0, spots.length - 1)) {
        const other = floors.map((all, at) => (at === floor ? swapped(all, i) : all));
        if (crossings(other, below) >= crossings(floors, below)) continue;
        floors = other;
        better = true;
      }
  }
  return floors;
}

function swapped(spots: Spot[], i: number): Spot[] {
  return [...spots.slice(0, i), spots[i + 1]!, spots[i]!, ...spots.slice(i + 2)];
}

/** Shares of their floor's width, so that floors of different numbers of spots compare. */
function placesOf(floors: readonly (readonly Spot[])[]): ReadonlyMap<string, number> {
  return new Map(floors.flatMap((spots) => spots.map(({ id }, i) => [id, (i + 1) / (spots.length + 1)] as const)));
}

function turned(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>([...graph.keys()].map((id) => [id, []]));
  for (const [id, others] of graph) for (const other of others) result.get(other)!.push(id);
  return result;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
