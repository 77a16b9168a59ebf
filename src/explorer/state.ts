import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { UsageError } from '../target/errors.js';
import type { ExplorerContext, Observation } from './explorer.js';

/** A state of all zeros is the one that the generator never leaves. */
const generator = z
  .array(z.int32())
  .length(4)
  .refine((words) => words.some((word) => word !== 0));

const envelope = z.object({ explorer: z.string(), space: z.string(), random: generator, state: z.unknown() });

/** The state of an explorer as JSON text, with what it belongs to: the explorer's name, its space, and the random generator. */
export function writeState<S extends z.ZodType>(
  explorer: string,
  { space, random }: ExplorerContext,
  schema: S,
  state: z.output<S>,
): string {
  const saved: z.infer<typeof envelope> = {
    explorer,
    space: identityOf(space),
    random: random.state(),
    state: z.encode(schema, state),
  };
  return JSON.stringify(saved);
}

/**
 * Reads what `writeState` wrote: the state, and the context with the generator where it stood. Throws UsageError when the text is
 * something else, or the state of another explorer or space.
 */
export function readState<S extends z.ZodType>(
  explorer: string,
  context: ExplorerContext,
  schema: S,
  text: string,
): { readonly context: ExplorerContext; readonly state: z.output<S> } {
  const saved = parse(envelope, text);
  if (saved.explorer !== explorer) {
    throw new UsageError(
      `The saved search is one of \`${saved.explorer}\`, not of \`${explorer}\`; choose \`--explorer ${saved.explorer}\`.`,
    );
  }
  if (saved.space !== identityOf(context.space)) {
    throw new UsageError(
      'The saved search is over another space; load it for the workload, template and target that it was saved for.',
    );
  }
  const state = parse(schema, JSON.stringify(saved.state));
  return { context: { ...context, random: Random.from(saved.random) }, state };
}

/** Indices of configs of a space. */
export function visitedIn(space: Space): z.ZodType<Set<number>> {
  return z.codec(z.array(indexIn(space)), z.instanceof(Set<number>), {
    decode: (indices) => new Set(indices),
    encode: (visited) => [...visited],
  });
}

/** Configs of a space, by their indices. */
export function configsIn(space: Space): z.ZodType<Config[]> {
  return z.codec(z.array(indexIn(space)), z.array(z.custom<Config>()), {
    decode: (indices) => indices.map((index) => space.get(index)),
    encode: (configs) => configs.map(({ index }) => index),
  });
}

/** What was observed of configs of a space, oldest first, by their indices. */
export function observedIn(space: Space): z.ZodType<Map<number, Observation>> {
  const row = z.object({
    index: indexIn(space),
    throughput: z.number().nonnegative(),
    costs: z.array(z.number().nonnegative()).readonly().optional(),
  });
  return z.codec(z.array(row), z.instanceof(Map<number, Observation>), {
    decode: (rows) => new Map(rows.map(({ index, ...result }) => [index, { config: space.get(index), ...result }])),
    encode: (observed) => [...observed.values()].map(({ config, ...result }) => ({ index: config.index, ...result })),
  });
}

function indexIn(space: Space): z.ZodType<number, number> {
  return z.int().refine((index) => space.isValid(index));
}

function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new UsageError('The saved search cannot be read: it is not what `save` wrote. Start a new one.');
  }
}

/** The same for spaces that give every index the same config, with the same constraints. */
function identityOf({ knobs, constraints }: Space): string {
  const identity = [knobs.map(({ name, kind, values }) => [name, kind, values]), constraints.map((c) => c.sentence)];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
}
