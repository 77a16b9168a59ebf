/** What is emitted for a stage: the loops that are walked, and what stands inside them. */
import { elementType, isWhole } from '../elements/registry.js';
import * as ix from './index.js';
import { isReduce } from './loop.js';
import { block } from './nest.js';
import type { Plan, EmissionContext } from './place.js';
import type { Stage } from './stage.js';
import type { DType, Reduction } from './tensor.js';
import { binary, constantValue } from './value.js';

/** What a reduction of nothing comes to: of whole numbers the least, or the largest, that the type has. */
function startOf(op: Reduction['op'], dtype: DType): number {
  if (op === 'add') return 0;
  if (op === 'mul') return 1;
  const [least, largest] = isWhole(dtype) ? elementType(dtype).limits : [-Infinity, Infinity];
  return op === 'max' ? least : largest;
}

/** What is emitted for a stage, of its loops and its sum. */
export function planOf(stage: Stage, around: EmissionContext): Plan {
  const { reduction, value } = stage.compute;
  if (!reduction) {
    const end: Plan['end'] = (e, i, c) => e.store(i, undefined, e.resolve(value, i, c));
    return { leaves: stage.loops, producers: true, end };
  }
  return stage.predicated ? predicatedSum(stage, around) : plainSum(stage, around);
}

/** Zero, add up, finish: each a nest over the loops inside the first reduction loop. */
function plainSum(stage: Stage, { detail }: EmissionContext): Plan {
  const first = stage.loops.findIndex(isReduce);
  const inside = stage.loops.slice(first);
  const spatial = inside.filter((l) => !isReduce(l));
  const { op, source } = stage.compute.reduction!;
  const { value } = stage.compute;
  const start: Plan = {
    leaves: spatial,
    producers: false,
    end: (e, i) => e.store(i, undefined, constantValue(startOf(op, stage.tensor.dtype))),
  };
  const update: Plan = {
    leaves: inside,
    producers: true,
    end: (e, i, c) => e.store(i, op, e.resolve(source, i, c)),
  };
  const finish: Plan = {
    leaves: spatial,
    producers: false,
    end: (e, i, c) => e.store(i, undefined, e.finished(e.self(i), i, c)),
  };
  const plans = value.kind === 'reduced' ? [start, update] : [start, update, finish];
  const shown = detail === 'full' ? plans : [update];
  return {
    leaves: stage.loops.slice(0, first),
    producers: true,
    end: (e, i, c) => block(...shown.map((plan) => e.walk(plan, i, c, 0))),
  };
}

/** Adds up blocks in the output itself: the first block stores, the last one finishes. */
function predicatedSum(stage: Stage, { stages }: EmissionContext): Plan {
  const placed = stages.flatMap((s) =>
    s.placement.kind === 'at' && s.placement.stage === stage ? [s.placement.loop] : [],
  );
  const last = Math.max(...stage.loops.map((l, k) => (isReduce(l) || placed.includes(l) ? k : -1)));
  const rest = stage.loops.slice(last + 1);
  const { op, axes, source } = stage.compute.reduction!;
  const write = (first: boolean, final: boolean): Plan => ({
    leaves: rest,
    producers: false,
    end: (e, i, c) => {
      const part = e.resolve(source, i, c);
      if (!final) return e.store(i, first ? undefined : op, part);
      const total = first ? part : binary(op, e.self(i), part);
      return e.store(i, undefined, e.finished(total, i, c));
    },
  });
  const { value } = stage.compute;
  return {
    leaves: stage.loops.slice(0, last + 1),
    producers: true,
    end: (e, i, c) => {
      const number = axes.map(({ axis }) => i.axis(axis)!).reduce(ix.add);
      const lastNumber = axes.map(({ axis }) => ix.subtract(i.terms(axis), ix.constant(1))).reduce(ix.add);
      const isFirst = ix.scale(number, -1);
      const isLast = ix.subtract(number, lastNumber);
      const put = (first: boolean, final: boolean) => () => e.walk(write(first, final), i, c, 0);
      // Without an epilogue the last block is like the others.
      const middle =
        value.kind === 'reduced' ? put(false, false) : () => e.branch(isLast, put(false, true), put(false, false));
      return e.branch(isFirst, () => e.branch(isLast, put(true, true), put(true, false)), middle);
    },
  };
}
