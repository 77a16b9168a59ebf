/** What follows from the fields of a shape, whichever operator's it is. */
import type { z } from 'zod';
import { UsageError } from '../target/errors.js';
import { fields } from './fields.js';
import type { ShapeOption, Workload, Operator, ShapeOptions } from './operator.js';
import { didYouMean } from '../target/nearest.js';

export type ShapeRecord = Workload['shape'];

/** A `z.object` of fields (`fields.ts`), in the order of the help. */
export interface ShapeSchema<Shape> extends z.ZodType<Shape> {
  readonly shape: Readonly<Record<string, z.ZodType>>;
}

export function optionsOf(schema: ShapeSchema<unknown>): ShapeOption[] {
  return fieldsOf(schema).flatMap(([key, { options }]) => options.map((option) => ({ key, ...option })));
}

/** The shape that options of the command line stand for. Throws UsageError at the first that is wrong. */
export function readShape<Shape>(
  schema: ShapeSchema<Shape>,
  text: Readonly<Record<string, string | undefined>>,
): Shape {
  const values = fieldsOf(schema).map(([key, field]) => {
    const said = text[key] ?? field.otherwise;
    if (said === undefined) throw new UsageError(`${key} is not given: say what it is, or name a workload`);
    return [key, field.read(said)];
  });
  return schema.parse(Object.fromEntries(values));
}

export function defaultsOf<Shape>(schema: ShapeSchema<Shape>): Partial<Shape> {
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([key, { otherwise, read }]) => (otherwise === undefined ? [] : [[key, read(otherwise)]])),
  ) as Partial<Shape>;
}

export function tagsOf<Shape extends ShapeRecord>(schema: ShapeSchema<Shape>, shape: Shape): string[] {
  return fieldsOf(schema).flatMap(([key, { tags }]) => tags?.(shape[key]) ?? []);
}

/** The options that tags of a name stand for; undefined if one is of no field. */
function untagged(schema: ShapeSchema<unknown>, tags: readonly string[]): Record<string, string> | undefined {
  const text: Record<string, string> = {};
  for (const tag of tags) {
    const found = fieldsOf(schema).flatMap(([key, { untag }]) => {
      const said = untag?.(tag, text[key]);
      return said === undefined ? [] : [[key, said] as const];
    });
    const [first] = found;
    if (!first) return undefined;
    text[first[0]] = first[1];
  }
  return text;
}

export function haveSameExtents<Shape extends ShapeRecord>(schema: ShapeSchema<Shape>, a: Shape, b: Shape): boolean {
  return fieldsOf(schema).every(([key, { tags }]) => tags !== undefined || isSame(a[key], b[key]));
}

/** Reads the shapes of workloads by a schema, each once. Throws where one is not of that kind. */
export function shapeReader<Shape extends object>(schema: ShapeSchema<Shape>): (workload: Workload) => Shape {
  const known = new WeakMap<ShapeRecord, Shape>();
  return ({ shape }) => {
    const found = known.get(shape) ?? schema.parse(shape);
    known.set(shape, found);
    return found;
  };
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type Field = NonNullable<ReturnType<typeof fields.get<z.ZodType>>>;

function fieldsOf({ shape }: ShapeSchema<unknown>): (readonly [key: string, field: Field])[] {
  return Object.entries(shape).map(([key, schema]) => {
    const field = fields.get(schema);
    if (!field) throw new RangeError(`The field ${key} of a shape is none of fields.ts.`);
    return [key, field];
  });
}

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
