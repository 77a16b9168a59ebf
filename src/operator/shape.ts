/** What follows from the fields of a shape, whichever operator's it is. */
import type { z } from 'zod';
import { UsageError } from '../target/errors.js';
import { fields } from './fields.js';
import type { ShapeOption, Workload } from './operator.js';

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

/** The fields that have a value where nothing is said. */
export function defaultsOf<Shape>(schema: ShapeSchema<Shape>): Partial<Shape> {
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([key, { otherwise, read }]) => (otherwise === undefined ? [] : [[key, read(otherwise)]])),
  ) as Partial<Shape>;
}

/** What a workload's name says of a shape behind the name of its extents. */
export function tagsOf<Shape extends ShapeRecord>(schema: ShapeSchema<Shape>, shape: Shape): string[] {
  return fieldsOf(schema).flatMap(([key, { tags }]) => tags?.(shape[key]) ?? []);
}

/** The options that tags of a name stand for; undefined if one is of no field. */
export function untagged(schema: ShapeSchema<unknown>, tags: readonly string[]): Record<string, string> | undefined {
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

/** Of two shapes, whether they are alike in all that tags do not tell. */
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

/** Whether two values of a log are the same. */
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
