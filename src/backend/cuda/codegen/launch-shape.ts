/** The grid and the blocks of threads that loops are bound to. */
import { eachStatement } from '../../../codegen/accesses.js';
import * as ix from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { BlockAxis, ThreadAxis } from '../../../ir/loop.js';
import type { Stmt } from '../../../ir/nest.js';
import type { BlockShape } from './barriers.js';

/** The coordinates that loops are bound to, as signed integers; one that is always 0 is not used. */
export function coordinates(kernel: Stmt, integer: string): string[] {
  const axes = { block: 'blockIdx', thread: 'threadIdx' } as const;
  const moving = [...boundExtents(kernel)].flatMap(([axis, extent]) => (extent > 1 ? [axis] : []));
  return moving.sort().map((axis) => {
    const kind = isBlockAxis(axis) ? axes.block : axes.thread;
    return `const ${integer} ${axis} = ${kind}.${axis.slice(-1).toLowerCase()};`;
  });
}

/** Of all loops on an axis the longest says how many blocks, or threads, there are. */
export function launchShape(kernel: Stmt): { grid: Readonly<Record<BlockAxis, number>>; block: BlockShape } {
  const longest = boundExtents(kernel);
  const extent = (axis: BlockAxis | ThreadAxis): number => longest.get(axis) ?? 1;
  return {
    grid: { blockX: extent('blockX'), blockY: extent('blockY'), blockZ: extent('blockZ') },
    block: { threadX: extent('threadX'), threadY: extent('threadY'), threadZ: extent('threadZ') },
  };
}

function boundExtents(kernel: Stmt): Map<BlockAxis | ThreadAxis, number> {
  const longest = new Map<BlockAxis | ThreadAxis, number>();
  eachStatement(kernel, (s) => {
    if (s.kind !== 'for') return;
    if (!isBlockAxis(s.annotation) && !isThreadAxis(s.annotation)) return;
    longest.set(s.annotation, Math.max(longest.get(s.annotation) ?? 1, ix.range(s.to).max));
  });
  return longest;
}
