/** The naive computation as a schedule: what every candidate is checked against. */
import { isReduce, type Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Computation } from '../ir/tensor.js';

export function referenceSchedule(computation: Computation): Schedule {
  const schedule = new Schedule(computation);
  const { output } = schedule;
  const alike = schedule.stages.every((stage) => stage === output || !stage.compute.reduction);
  for (const stage of schedule.stages) if (stage !== output && stage.compute.reduction) sumInRegisters(schedule, stage);
  const total = output.compute.reduction ? schedule.cacheWrite(output, 'register') : undefined;
  const tile = alike && total ? tileOf(output) : undefined;
  total?.computeAt(output, tile ?? output.loops.at(-1)!);
  if (tile && total) {
    const [sums, elements] = [total.loops.filter(isReduce), total.loops.filter((loop) => !isReduce(loop))];
    total.reorder(...sums, ...elements).unroll(...elements);
  }
  const outside = output.loops.slice(0, tile ? output.loops.indexOf(tile) : -1);
  if (outside.length > 0) output.parallel(outside.reduce((outer, inner) => output.fuse(outer, inner)));
  return schedule;
}

/** What the output is made of is often as large as the output: threads share it, too. */
function sumInRegisters(schedule: Schedule, stage: Stage): void {
  schedule.cacheWrite(stage, 'register').computeAt(stage, stage.loops.at(-1)!);
  const outside = stage.loops.slice(0, -1);
  if (outside.length > 0) stage.parallel(outside.reduce((outer, inner) => stage.fuse(outer, inner)));
}

/**
 * Makes tiles of the last two loops, small enough for the registers of any CPU; returns the loop over those in a row.
 * Each operand is read once a tile instead of once an element, which is what a naive product spends its time on.
 */
function tileOf(output: Stage): Loop {
  const [row, column] = [output.loops.at(-2), output.loops.at(-1)!];
  const [columns, inColumn] = output.split(column, 8, 'peel');
  if (row === undefined) {
    output.unroll(inColumn);
    return columns;
  }
  const [rows, inRow] = output.split(row, 4, 'peel');
  output.reorder(rows, columns, inRow, inColumn).unroll(inRow, inColumn);
  return columns;
}
