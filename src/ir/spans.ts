/** The values of the variables that stand for parts of tensors (`Schedule.confine`). */
import * as ix from './index.js';
import type { Region, Spans } from './instance.js';
import type { Stage } from './stage.js';

/** Where nothing encloses the stages: all of each dimension. */
export function wholeSpans(stages: readonly Stage[]): Spans {
  return new Map(
    stages.flatMap(({ tensor, part }) => {
      if (!part) return [];
      const { from, extent } = part.span;
      return [[from, ix.zero] as const, [extent, ix.constant(tensor.shape[part.dim]!)] as const];
    }),
  );
}

/** The same where a region of a stage is kept. */
export function spansIn(spans: Spans, { part }: Stage, { origin, extent }: Region): Spans {
  if (!part) return spans;
  return new Map(spans).set(part.span.from, origin[part.dim]!).set(part.span.extent, extent[part.dim]!);
}
