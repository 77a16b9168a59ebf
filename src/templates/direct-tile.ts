/**
 * The register tile of direct convolutions: output channels × rows × columns, with vectors along channels or along a
 * row.
 */
import { fillsVectors, unrolledIterations, tileRegisters } from './register-tile.js';

export interface DirectTile {
  /** What a vector runs along. */
  readonly vector: 'oc' | 'ow';
  /** Lanes of a vector. */
  readonly lanes: number;
  readonly tile_oc: number;
  readonly tile_oh: number;
  readonly tile_ow: number;
}

/** What tiles cover: channels, rows and columns. */
export interface Extents {
  readonly oc: number;
  readonly oh: number;
  readonly ow: number;
}

/** Registers of the accumulators and what feeds them. */
export function registersOf(c: DirectTile): number {
  const [rows, along] = c.vector === 'oc' ? [c.tile_oh * c.tile_ow, c.tile_oc] : [c.tile_oh * c.tile_oc, c.tile_ow];
  return tileRegisters(rows, Math.ceil(along / c.lanes));
}

/** Multiply-adds of one step of the sum that the tile and its shorter last ones unroll. */
export function multiplyAddsOf(c: DirectTile, { oc, oh, ow }: Extents): number {
  return (
    (unrolledIterations(oc, c.tile_oc) * unrolledIterations(oh, c.tile_oh) * unrolledIterations(ow, c.tile_ow)) /
    c.lanes
  );
}

/** Whether the tile fills whole vectors along what they run along, or is all of it. */
export function isOfVectors(c: DirectTile, { oc, ow }: Extents): boolean {
  return c.vector === 'oc' ? fillsVectors(c.tile_oc, oc, c.lanes) : fillsVectors(c.tile_ow, ow, c.lanes);
}
