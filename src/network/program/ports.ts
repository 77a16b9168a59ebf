import type { Port } from '../../backend/program/program.js';
import { defined } from '../../target/defined.js';
import type { Graph } from '../graph/graph.js';

/** Inputs or outputs of a graph, as a program has them. */
export function portsOf({ values }: Pick<Graph, 'values'>, names: readonly string[]): Port[] {
  return names.map((name) => {
    const { type, shape, counted } = values.get(name)!;
    const by = counted && { axis: counted.axis, by: names.indexOf(counted.by) };
    return { name, type, shape, ...defined({ counted: by }) };
  });
}
