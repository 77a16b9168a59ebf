/** The arguments of a workload in AutoTVM's log: one order to write and to read by. A log is untrusted input. */
import { z } from 'zod';
import { kernelTypes } from '../elements/registry.js';
import type { DType } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import { numberFrom } from './fields.js';
import type { WorkloadArg } from './operator.js';
import { defaultsOf, isSame } from './shape.js';
import type { ShapeRecord, ShapeSchema } from './shape.js';

/** What a record holds of a shape. */
export interface LogArguments<Shape> {
  /** AutoTVM's arguments in their order, then ours. */
  readonly order: readonly Argument<Shape>[];
  /** Fields at a record's end that it goes without where all of them are what they are if nothing is said. */
  readonly last?: readonly (keyof Shape & string)[];
  /** The same of fields that later versions added: behind those. */
  readonly later?: readonly (keyof Shape & string)[];
}

/** A field as it is, or what is made of several. */
type Argument<Shape> = (keyof Shape & string) | Derived<Shape>;

export interface Derived<Shape> {
  /** Of the argument, given that of the type of elements. */
  readonly schema: (elementType: z.ZodType | undefined) => z.ZodType;
  readonly of: (shape: Shape) => WorkloadArg;
  /** What a valid argument says of the shape; `known` comes from the fields and the arguments before it. */
  readonly shapeFrom: (value: unknown, known: Partial<Shape>) => Partial<Shape>;
}

const size = numberFrom(1);

/** Sizes of tensors of two, three and four dimensions. */
export const sizes2 = z.tuple([size, size]);
export const sizes3 = z.tuple([size, size, size]);
export const sizes4 = z.tuple([size, size, size, size]);

/**
 * `["TENSOR", sizes, type]`: the sizes of a shape's tensor, and what follows from them for the shape. `typeOf`: its
 * type, from that of the shape.
 */
export function tensor<Shape extends { readonly dtype: DType }, Sizes extends readonly [number, ...number[]]>(
  sizes: z.ZodType<Sizes>,
  of: (shape: Shape) => Sizes,
  shapeFrom: (sizes: Sizes, known: Partial<Shape>) => Partial<Shape>,
  typeOf: (dtype: DType) => DType = (dtype) => dtype,
): Derived<Shape> {
  const schemaOf = (type: z.ZodType = z.unknown()) => z.tuple([z.literal('TENSOR'), sizes, type]);
  return {
    schema: schemaOf,
    of: (shape) => ['TENSOR', of(shape), typeOf(shape.dtype)],
    shapeFrom: (value, known) => shapeFrom(schemaOf().parse(value)[1], known),
  };
}

/** What follows from the other arguments. */
export function implied<Shape>(schema: z.ZodType, of: (shape: Shape) => WorkloadArg): Derived<Shape> {
  return { schema: () => schema, of, shapeFrom: () => ({}) };
}

export function encodeArgs<Shape extends ShapeRecord>(
  shape: Shape,
  schema: ShapeSchema<Shape>,
  { order, last = [], later = [] }: LogArguments<Shape>,
): WorkloadArg[] {
  const defaults = defaultsOf(schema);
  const isLeftOut = (keys: readonly (keyof Shape & string)[]): boolean =>
    keys.every((key) => isSame(shape[key], defaults[key]));
  const [all, early] = [[...last, ...later], isLeftOut(later) ? last : [...last, ...later]];
  const written = isLeftOut(all) ? order : [...order, ...early];
  return written.map((argument) => valueOf(argument, shape));
}

/**
 * The shape whose arguments these are: what follows from them, if it has them all. Throws UsageError, which names
 * the `operator`, where there is none, and what `check` throws.
 */
export function decodeArgs<Shape extends ShapeRecord>(
  operator: string,
  args: readonly WorkloadArg[],
  schema: ShapeSchema<Shape>,
  log: LogArguments<Shape>,
  check: (shape: Shape) => void,
): Shape {
  const found = pairUp(args, log);
  if (!found) throw notOf(operator);
  for (const [i, [argument, value]] of found.entries()) {
    const issue = schemaOf(argument, schema).safeParse(value).error?.issues.at(0);
    if (issue) throw notOf(operator, ` (argument ${[i, ...issue.path].join('.')}: ${issue.message})`);
  }
  refuseMixedTypes(operator, found);
  const parsed = schema.safeParse(shapeKnownFrom(found, schema));
  if (!parsed.success) throw notOf(operator);
  check(parsed.data);
  if (!found.every(([argument, value]) => isSame(value, valueOf(argument, parsed.data)))) throw notOf(operator);
  return parsed.data;
}

type Found<Shape> = readonly (readonly [argument: Argument<Shape>, value: unknown])[];

/** The arguments of a record beside what is expected there; undefined where their number is another. */
function pairUp<Shape>(
  args: readonly WorkloadArg[],
  { order, last = [], later = [] }: LogArguments<Shape>,
): Found<Shape> | undefined {
  const early = args.length > order.length ? [...order, ...last] : order;
  const expected = args.length > early.length ? [...early, ...later] : early;
  return args.length === expected.length ? expected.map((argument, i) => [argument, args[i]]) : undefined;
}

function shapeKnownFrom<Shape extends ShapeRecord>(found: Found<Shape>, schema: ShapeSchema<Shape>): Partial<Shape> {
  let known = defaultsOf(schema);
  for (const [argument, value] of found) if (typeof argument === 'string') known = { ...known, [argument]: value };
  for (const [argument, value] of found)
    if (typeof argument !== 'string') known = { ...known, ...argument.shapeFrom(value, known) };
  return known;
}

function refuseMixedTypes<Shape>(operator: string, found: Found<Shape>): void {
  const types = found.flatMap(([argument, value]) => {
    if (argument === 'dtype') return [value];
    return Array.isArray(value) && value[0] === 'TENSOR' ? [value[2] as unknown] : [];
  });
  const different = [...new Set(types)];
  const [first] = different;
  const isPair =
    different.length === 2 && kernelTypes().some((t) => t.name === first && t.kernels.weights === different[1]);
  if (different.length > 1 && !isPair)
    throw new UsageError(
      `the record's tensors are ${different.join(' and ')}: ${operator} has inputs and output of one type`,
    );
}

function notOf(operator: string, where = ''): UsageError {
  return new UsageError(`the record's arguments are not those of ${operator}${where}`);
}

function schemaOf<Shape extends ShapeRecord>(argument: Argument<Shape>, { shape }: ShapeSchema<Shape>): z.ZodType {
  return typeof argument === 'string' ? (shape[argument] ?? z.never()) : argument.schema(shape['dtype']);
}

function valueOf<Shape extends ShapeRecord>(argument: Argument<Shape>, shape: Shape): WorkloadArg {
  return typeof argument === 'string' ? (shape[argument] ?? null) : argument.of(shape);
}
