/** ONNX Runtime in Node. */
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { z } from 'zod';
import { jsonOf } from '../../target/json.js';
import { WorkError } from '../../target/errors.js';
import { packageRoot } from '../../target/root.js';
import { type ProfiledNode, type Runtime, SKIPPED } from './runtime.js';

/** The one whose package is in `node_modules` of a folder. */
export function onnxRuntime(folder: string): Runtime {
  return {
    key: 'onnxruntime',
    label: 'ONNX Runtime',
    command: (job) => [process.execPath, join(packageRoot(), 'bench', 'onnxruntime', 'network.mjs'), job],
    setup: { runtime: folder },
    typeName: (type) => type,
    readProfile: (text) => readOnnxRuntimeProfile(text, SKIPPED),
  };
}

const conversions = new Set(['ReorderInput', 'ReorderOutput']);

const eventSchema = z.object({
  cat: z.literal('Node'),
  name: z.string(),
  /** Microseconds. */
  dur: z.number().nonnegative(),
  args: z.object({ op_name: z.string(), node_index: z.string() }),
});

const KERNEL = '_kernel_time';

/**
 * The nodes in their order, without their first calls. Throws WorkError for text that is no profile, or in which a node
 * has no call but those.
 *
 * @internal Tests read profiles without a run.
 */
export function readOnnxRuntimeProfile(text: string, skipped: number): readonly ProfiledNode[] {
  const nodes = new Map<string, { readonly name: string; readonly op: string; readonly times: number[] }>();
  for (const { name, dur, args } of eventsOf(text)) {
    const key = `${args.node_index} ${name}`;
    const node = nodes.get(key) ?? { name: name.slice(0, -KERNEL.length), op: args.op_name, times: [] };
    nodes.set(key, node);
    node.times.push(dur / 1e6);
  }
  return Array.from(nodes.values(), ({ name, op, times }) => {
    if (times.length <= skipped) throw new WorkError(`ONNX Runtime's profile holds too few calls of its node ${name}.`);
    return { name, converts: conversions.has(op), seconds: median(times.slice(skipped)) };
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
