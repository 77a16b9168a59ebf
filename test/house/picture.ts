import { columnsOf } from './columns.js';
import { floors as houseFloors } from './floors.js';
import type { Graph } from './graph.js';
import { layersOf, type Spot } from './layers.js';

const WIDTH = 800;
const FLOOR_HEIGHT = 74;
const ROOM_HEIGHT = 32;
const LETTER = 9.2;
const GAP = 36;
/** For the numbers of the floors. */
const MARGIN = 44;
const TITLE = 30;

/** docs/rooms.svg: rooms on their floors, and the imports that no others imply as arrows. */
export function drawRooms(imports: Graph, floors: readonly (readonly string[])[] = houseFloors): string {
  const layers = layersOf(floors, imports);
  const columns = columnsOf(
    layers,
    (spot) => halfWidthOf(spot) + (spot.room === undefined ? 4 : GAP / 2),
    WIDTH - MARGIN - 10,
  );
  const shift = (WIDTH + MARGIN - ends(columns)) / 2;
  const height = TITLE + floors.length * FLOOR_HEIGHT + 4;
  const middle = (floor: number): number => TITLE + (floors.length - floor - 0.5) * FLOOR_HEIGHT;
  const spots = new Map(
    layers.floors.flatMap((row, floor) =>
      row.map((spot) => [spot.id, { spot, x: shift + columns.get(spot.id)!, y: middle(floor) }] as const),
    ),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="16">`,
    '<title>The rooms of src/ on their floors; an arrow leads from a room to one that it imports</title>',
    '<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#444"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="20" font-size="14" fill="#555">room → what it imports; arrows that follow from others are left out</text>`,
    ...floors.map((_, floor) => floorText(floor, middle(floor))),
    ...layers.arrows.map((ids) => arrowText(ids.map((id) => spots.get(id)!))),
    ...[...spots.values()].map(({ spot, x, y }) => roomText(spot, x, y)).filter((text) => text !== ''),
    '</svg>\n',
  ].join('\n');
}

/** The leftmost and the rightmost of the columns, together. */
function ends(columns: ReadonlyMap<string, number>): number {
  const places = [...columns.values()];
  return Math.min(...places) + Math.max(...places);
}

interface Placed {
  readonly spot: Spot;
  readonly x: number;
  readonly y: number;
}

function halfWidthOf({ room }: Spot): number {
  return room === undefined ? 7 : (room.length * LETTER + 24) / 2;
}

function floorText(floor: number, y: number): string {
  const top = y - FLOOR_HEIGHT / 2;
  const fill = floor % 2 === 0 ? '#f5f7fa' : '#ffffff';
  return [
    `<rect y="${round(top)}" width="${WIDTH}" height="${FLOOR_HEIGHT}" fill="${fill}"/>`,
    `<text x="22" y="${round(y + 5)}" text-anchor="middle" fill="#888">${floor}</text>`,
  ].join('\n');
}

function roomText({ id, room }: Spot, x: number, y: number): string {
  if (room === undefined) return '';
  const half = halfWidthOf({ id, room });
  return [
    `<rect x="${round(x - half)}" y="${y - ROOM_HEIGHT / 2}" width="${round(2 * half)}" height="${ROOM_HEIGHT}" rx="6" fill="#e8f0fe" stroke="#888"/>`,
    `<text x="${round(x)}" y="${y + 5.5}" text-anchor="middle" fill="#222">${room}</text>`,
  ].join('\n');
}

/** A line that leaves a room downward, goes straight down past other floors and ends on top of a room. */
function arrowText(spots: readonly Placed[]): string {
  const [from, ...rest] = spots;
  const to = rest.at(-1)!;
  const half = ROOM_HEIGHT / 2;
  const parts = [`M${round(portOf(from!, rest[0]!))} ${from!.y + half}`];
  let [x, y] = [portOf(from!, rest[0]!), from!.y + half];
  for (const spot of rest) {
    const isEnd = spot === to;
    const [nextX, top] = [isEnd ? portOf(spot, spots.at(-2)!) : spot.x, spot.y - half];
    const bend = (top - y) / 2;
    parts.push(`C${round(x)} ${round(y + bend)} ${round(nextX)} ${round(top - bend)} ${round(nextX)} ${round(top)}`);
    if (!isEnd) parts.push(`V${spot.y + half}`);
    [x, y] = [nextX, spot.y + half];
  }
  return `<path d="${parts.join('')}" fill="none" stroke="#444" stroke-width="1.4" marker-end="url(#a)"/>`;
}

/** Where an arrow meets a room: towards where it comes from or goes to, within the room. */
function portOf({ spot, x }: Placed, other: Placed): number {
  const reach = halfWidthOf(spot) - 14;
  return x + Math.max(-reach, Math.min(reach, (other.x - x) / 4));
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
