/** ONNX Runtime's profile: a trace in Chrome's format. */
import { median } from 'simple-statistics';
import { z } from 'zod';
import { WorkError } from '../../target/errors.js';

/** A node that ONNX Runtime ran, after its fusions. */
export interface ProfiledNode {
  readonly name: string;
  /** Its operator: `Conv`, `FusedGemm`, `ReorderOutput`. */
  readonly op: string;
  /** Of a call, the median. */
  readonly seconds: number;
}

const eventSchema = z.object({
  cat: z.literal('Node'),
  name: z.string(),
  /** Microseconds. */
  dur: z.number().nonnegative(),
  args: z.object({ op_name: z.string(), node_index: z.string() }),
});

const KERNEL = '_kernel_time';

/**
 * The nodes in their order, without their first calls, in which memory is touched for the first time. Throws WorkError
 * for text that is no such profile, or in which a node has no call but those.
 */
export function readProfile(text: string, skipped: number): readonly ProfiledNode[] {
  const nodes = new Map<string, { readonly name: string; readonly op: string; readonly times: number[] }>();
  for (const { name, dur, args } of eventsOf(text)) {
    const key = `${args.node_index} ${name}`;
    const node = nodes.get(key) ?? { name: name.slice(0, -KERNEL.length), op: args.op_name, times: [] };
    nodes.set(key, node);
    node.times.push(dur / 1e6);
  }
  return Array.from(nodes.values(), ({ name, op, times }) => {
    if (times.length <= skipped) throw new WorkError(`ONNX Runtime's profile holds too few calls of its node ${name}.`);
    return { name, op, seconds: median(times.slice(skipped)) };
  });
}

function eventsOf(text: string): readonly z.output<typeof eventSchema>[] {
  const parsed = z.array(z.unknown()).safeParse(jsonOf(text));
  if (!parsed.success) throw new WorkError("ONNX Runtime's profile is no list of events: is its version 1.30?");
  return parsed.data.flatMap((event) => {
    const { data } = eventSchema.safeParse(event);
    return data?.name.endsWith(KERNEL) ? [data] : [];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
