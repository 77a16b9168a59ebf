/** Operators are declared: what is the same in all of them is made of the declaration. */
import type { Computation, Tensor } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import awkwardShapes from './awkward.json' with { type: 'json' };
import { decodeArgs, encodeArgs, type LogArguments } from './args.js';
import type { AwkwardShapes, ShapeOptions, TensorOperator, Workload } from './operator.js';
import { refuseUnknown } from './fields.js';
import {
  haveSameExtents,
  isSame,
  optionsOf,
  readShape,
  shapeReader,
  tagsOf,
  type ShapeRecord,
  type ShapeSchema,
  shapeNamed,
} from './shape.js';
import { defined } from '../target/defined.js';

/** What is particular to an operator. */
export interface Declaration<Shape> extends Pick<
  TensorOperator,
  'name' | 'summary' | 'workloads' | 'implied' | 'awkward' | 'counts' | 'rows'
> {
  /** The fields of its shape, from which the options, help, and the checks of logs follow. */
  readonly shape: ShapeSchema<Shape>;
  /** The name of a shape that is no named workload's, without what the tags of its fields say. */
  readonly describe: (shape: Shape) => string;
  /** The options that a name of `describe` stands for, so that it can be typed; undefined where it is none. */
  readonly undescribe?: (name: string) => ShapeOptions | undefined;
  /** Throws UsageError where the fields do not fit each other. */
  readonly check?: (shape: Shape) => void;
  /** Default: all fields in their order. */
  readonly log?: LogArguments<Shape>;
  readonly flops: (shape: Shape) => number;
  readonly computation: (shape: Shape) => Computation;
}

/** Of ours, by what is awkward about them. */
const ownAwkward = new Map(
  Object.entries<Readonly<Record<string, AwkwardShapes>>>(awkwardShapes).map(([name, of]) => [
    name,
    Object.values(of).flat(),
  ]),
);

/** An operator that knows the type of its shapes. */
export interface ShapedOperator<Shape> extends TensorOperator {
  /** The shape of a workload, checked once. */
  readonly shapeOf: (workload: Workload) => Shape;
}

export function defineOperator<Shape extends ShapeRecord>(declaration: Declaration<Shape>): ShapedOperator<Shape> {
  const { name, summary, shape: schema, workloads, implied, flops, computation } = declaration;
  const check = (shape: Shape): void => {
    declaration.check?.(shape);
    refuseTooLarge(name, () => computation(shape));
  };
  const awkward = declaration.awkward ?? ownAwkward.get(name);
  const { log = { order: Object.keys(schema.shape) } } = declaration;
  const options = optionsOf(schema);
  const shapeOf = shapeReader(schema);
  const named = namesOf(declaration);
  const nameOf = (shape: Shape): string => {
    const tags = tagsOf(schema, shape);
    const [base, described] = [named(shape), declaration.describe(shape)];
    const short = base === undefined ? undefined : [base, ...tags].join('+');
    // A named workload may have tails of its own, which a name cannot take away.
    const isRead = short !== undefined && isSame(readShape(schema, shapeNamed(declaration, short)), shape);
    return isRead ? short : [described, ...tags].join('+');
  };
  const workloadOf = (shape: Shape): Workload => ({ operator: name, name: nameOf(shape), shape });
  return {
    name,
    summary,
    options,
    workloads,
    ...defined({ implied, awkward, counts: declaration.counts, rows: declaration.rows }),
    shapeOf,
    workload: (asked, given) => {
      refuseUnknown(name, given, [...new Set(options.map(({ key }) => key))]);
      const others = asked === undefined ? implied?.(given) : undefined;
      const shape = readShape(schema, { ...shapeNamed(declaration, asked), ...others, ...given });
      check(shape);
      return workloadOf(shape);
    },
    encode: (workload) => encodeArgs(shapeOf(workload), schema, log),
    decode: (args) => workloadOf(decodeArgs(name, args, schema, log, check)),
    flops: (workload) => flops(shapeOf(workload)),
    computation: (workload) => computation(shapeOf(workload)),
  };
}

/** Elements of a tensor beyond which no machine could hold it: before anybody takes memory for it. */
const mostElements = 2 ** 48;

function refuseTooLarge(operator: string, compute: () => Computation): void {
  for (const { name, shape } of tensorsOf(compute)) {
    const elements = shape.reduce((product, extent) => product * extent, 1);
    if (elements > mostElements)
      throw new UsageError(
        `the tensor "${name}" of this ${operator} has ${shape.join('x')} elements, and more than 2^48 are too many: use a smaller shape`,
      );
  }
}

/** None of a computation that fails: the error is reported where the computation is asked for. */
function tensorsOf(compute: () => Computation): readonly Tensor[] {
  try {
    const { inputs, output } = compute();
    return [...inputs, output];
  } catch {
    return [];
  }
}

function namesOf<Shape extends ShapeRecord>({
  shape: schema,
  workloads,
}: Declaration<Shape>): (shape: Shape) => string | undefined {
  let read: (readonly [name: string, shape: Shape])[] | undefined;
  return (shape) => {
    read ??= Object.entries(workloads).map(([name, text]) => [name, readShape(schema, text)]);
    return read.find(([, other]) => haveSameExtents(schema, shape, other))?.[0];
  };
}
