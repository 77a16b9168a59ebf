import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkloadArg } from '../../../src/operator/operator.js';
import type { Entity } from '../../../src/space/entity.js';

/** A line of a log that AutoTVM wrote: a foreign template, whose space only the log tells. */
export interface ForeignLine {
  readonly index: number;
  readonly entity: readonly Entity[];
  readonly costs?: readonly number[];
  readonly error?: number;
  readonly target?: string;
  readonly args?: readonly WorkloadArg[];
}

/** Values in the order in which the definition of the space listed them, which is no sorted one. */
export const tiles = [
  [-1, 32],
  [-1, 1],
  [-1, 4],
] as const;
export const orders = [
  [0, 1, 2],
  [2, 1, 0],
] as const;
export const switches = [true, false] as const;

/**
 * All 12 configs of a space of three knobs, the first least significant. Config 7 failed; config 5 is the fastest, 1
 * ms.
 */
export function completeSpace(): ForeignLine[] {
  return Array.from({ length: 12 }, (_, index) => ({
    index,
    entity: [
      ['tile', 'sp', tiles.at(index % 3)!],
      ['order', 're', orders.at(Math.floor(index / 3) % 2)!],
      ['unroll', 'ot', switches.at(Math.floor(index / 6))!],
    ],
    ...(index === 7 ? { costs: [1e9], error: 6 } : { costs: [1e-3 * (1 + Math.abs(index - 5))] }),
  }));
}

export function lineOf({
  index,
  entity,
  costs = [1],
  error = 0,
  target = 'llvm -keys=cpu ',
  args,
}: ForeignLine): string {
  const input = [
    target,
    'conv2d_NCHWc.x86',
    args ?? [
      ['TENSOR', [1, 3, 8, 8], 'float32'],
      [1, 1],
    ],
    {},
  ];
  const config = { index, code_hash: null, entity };
  return JSON.stringify({ input, config, result: [costs, error, 0.5, 1.7e9], version: 0.2, tvm_version: '0.10.0' });
}

/** Writes a log and gives its path. */
export function writeLog(folder: string, name: string, lines: readonly (ForeignLine | string)[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : lineOf(line)}\n`).join(''));
  return path;
}
