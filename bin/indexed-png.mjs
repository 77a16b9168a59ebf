/** Pictures of pages with a palette, at a third of the bytes. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel without a palette. */
const RGB = 3;

/** A PNG of 8-bit RGB in its 256 most frequent colours; every other becomes the nearest of these. */
export function indexedPng(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += RGB) {
    const colour = pixels.readUIntBE(i, RGB);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, 256);
  const indices = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indices.get(pixels.readUIntBE((y * width + x) * RGB, RGB));
  return encode(width, height, palette, rows);
}

function nearest(palette, colour) {
  const distances = palette.map((other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function encode(width, height, palette, rows) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(rows, { level: 9 });
  const end = Buffer.alloc(0);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', end),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The pixels of a PNG as Chromium writes it: RGB, 8 bits, not interlaced. */
function decode(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 2 || png[28] !== 0) throw new Error('This PNG is not of 8-bit RGB.');
  const parts = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return { width, height, pixels: withoutFilters(inflateSync(Buffer.concat(parts)), width * RGB, height) };
}

/** Rows without their filters, a byte before each: what stands for a byte was subtracted (PNG, section 9). */
function withoutFilters(filtered, row, height) {
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x >= RGB ? pixels[at - RGB] : 0;
      const above = y > 0 ? pixels[at - row] : 0;
      const corner = x >= RGB && y > 0 ? pixels[at - row - RGB] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      pixels[at] = filtered[y * (row + 1) + 1 + x] + guess;
    }
  }
  return pixels;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
