/** Names of workloads, read: what a run prints can be typed back. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import type { Operator, ShapeOptions } from './operator.js';
import { untagged, type ShapeSchema } from './shape.js';

/** What names are read by. */
interface Names {
  readonly name: string;
  readonly shape: ShapeSchema<unknown>;
  readonly workloads: Operator['workloads'];
  readonly undescribe?: ((name: string) => ShapeOptions | undefined) | undefined;
}

/**
 * The options that a name stands for: a named workload's, or those of a shape as its name is printed, with tags behind
 * (`resnet18.C2+any+bias`, `1x48x60x80-96-k3-s1-p1`). Without a name, those of the operator's first workload. Throws
 * UsageError.
 */
export function shapeNamed(names: Names, asked: string | undefined): ShapeOptions {
  const { name: operator, shape, workloads, undescribe } = names;
  const own = (name: string): ShapeOptions | undefined =>
    Object.hasOwn(workloads, name) ? workloads[name] : undefined;
  const name = asked ?? Object.keys(workloads).at(0) ?? '';
  const [base = '', ...tags] = name.split('+');
  const extents = own(base) ?? undescribe?.(base);
  const rest = untagged(shape, tags);
  const found = own(name) ?? (extents && rest && { ...extents, ...rest });
  if (found) return found;
  throw new UsageError(
    `${operator} has no workload "${name}"${didYouMean(name, Object.keys(workloads))} \`tune list workloads ${operator}\` shows all; a shape may be given by options, too.`,
  );
}

/** The named groups of a match that took part, as options of these names. */
export function groupsOf(match: RegExpExecArray | null): ShapeOptions | undefined {
  const groups = Object.entries<string | undefined>(match?.groups ?? {});
  return match
    ? Object.fromEntries(groups.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])))
    : undefined;
}

/** Sizes along rows and columns, or on all sides, in a name: one where all are alike. */
export function sizeText(sizes: readonly number[]): string {
  return sizes.every((size) => size === sizes[0]) ? `${sizes[0]}` : sizes.join('x');
}
