/** A loop nest as functions in C: what files are put together of, one for the runner (`c.ts`), one for a library. */
import { indexHelpersFor } from '../../../codegen/index-text.js';
import { InstantiationError } from '../../../ir/errors.js';
import type { Nest, Stmt } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { CpuVectors } from '../isa/cpu-vectors.js';
import { CFunction } from './function.js';
import { withCalls, withStages, type Stage } from './stages.js';
import { VectorHelpers } from './vector.js';

/** What C is generated for. */
export interface CTarget {
  readonly threads: number;
  readonly vector: CpuVectors;
}

export interface COptions {
  /** `double`: registers are scalars of double precision, for references. */
  readonly accumulate?: 'float' | 'double';
}

export interface CParts {
  /** Functions over integers that the others may call. */
  readonly indexHelpers: readonly string[];
  /** Types, and functions on vectors, that the others use. */
  readonly vectorHelpers: readonly string[];
  /** On the clock: the inputs in the operator's order, the output, `char *restrict workspace`. */
  readonly run: RunParts;
  readonly workspaceBytes: number;
  /** Off the clock, one for each packed input: the input, its packed form. */
  readonly packs: readonly Conversion[];
  /** Off the clock, where the output is packed: its packed form, the output. */
  readonly unpack: Conversion | undefined;
  readonly openmp: boolean;
}

/** A function that returns nothing. */
export interface FunctionParts {
  /** Declarations of its parameters, whose names end them. */
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
}

/** A function that only `run` calls, and that no compiler makes a part of it. */
interface StageFunction extends FunctionParts {
  readonly name: string;
}

/** What runs on the clock. */
interface RunParts extends FunctionParts {
  /** On one thread its stages, which its lines call; otherwise these stand in its lines. */
  readonly functions: readonly StageFunction[];
  readonly stages: readonly Stage[];
  /** Its lines with marks in the places of its stages. */
  readonly cut: readonly string[];
}

interface Conversion extends FunctionParts {
  /** What is converted: an input, or the output. */
  readonly tensor: Tensor;
}

const WORKSPACE = 'char *restrict workspace';

export function partsOf(nest: Nest, target: CTarget, { accumulate = 'float' }: COptions = {}): CParts {
  const vectors = new VectorHelpers(target.vector);
  const body = new CFunction(vectors, target.threads, accumulate);
  const parameters = [
    ...nest.inputs.map((t) => {
      const pack = nest.packs.find((p) => p.original === t);
      if (!pack) return body.argument(t, 'in');
      return body.argument(pack.packed.tensor, 'in', pack.packed.shape, pack.hasRoom);
    }),
    body.argument(nest.output, 'out', nest.unpack?.packed.shape),
    WORKSPACE,
  ];
  body.stages.declare(WORKSPACE);
  const cut = body.whole(nest.body);
  const stages = body.stages.all;
  const functions = target.threads > 1 ? [] : stages.map((stage, i) => ({ ...stage, name: stageName(i) }));
  const lines = target.threads > 1 ? withStages(cut, stages) : withCalls(cut, stages, stageName);
  const { packs, unpack } = conversionsOf(nest, vectors, target);
  const converters = unpack ? [...packs, unpack] : packs;
  return {
    indexHelpers: indexHelpersFor('static inline', 'long'),
    vectorHelpers: vectors.text(),
    run: { parameters, lines, functions, stages, cut },
    workspaceBytes: body.workspaceBytes,
    packs,
    unpack,
    openmp: body.openmp || converters.some(({ openmp }) => openmp),
  };
}

const stageName = (place: number): string => `run_${place}`;

/**
 * Says of a function that it is compiled as if it were in another file, as the runner's builder may compile it: a
 * register tile that becomes a part of a long function was up to 12 % slower.
 */
export const ALONE =
  '#ifdef __clang__\n#define ALONE __attribute__((noinline))\n#else\n#define ALONE __attribute__((noipa))\n#endif';

type Converter = Conversion & { readonly openmp: boolean };

function conversionsOf(
  nest: Nest,
  vectors: VectorHelpers,
  target: CTarget,
): { packs: Converter[]; unpack: Converter | undefined } {
  const make = (tensor: Tensor, body: Stmt, parametersIn: (f: CFunction) => string[]): Converter => {
    const f = new CFunction(vectors, target.threads, 'float');
    const parameters = parametersIn(f);
    const lines = withStages(f.whole(body), f.stages.all);
    if (f.workspaceBytes > 0)
      throw new InstantiationError(
        'a pack function needs a workspace, which exported kernels do not have: prepack without caches',
      );
    return { tensor, parameters, lines, openmp: f.openmp };
  };
  const packs = nest.packs.map(({ original, packed, body }) =>
    make(original, body, (f) => [f.argument(original, 'in'), f.argument(packed.tensor, 'out', packed.shape)]),
  );
  if (!nest.unpack) return { packs, unpack: undefined };
  const { packed, output, body } = nest.unpack;
  const unpack = make(output, body, (f) => [f.argument(packed.tensor, 'in', packed.shape), f.argument(output, 'out')]);
  return { packs, unpack };
}

/** The text of a function. */
export function functionText(header: string, lines: readonly string[]): string {
  return [`${header} {`, ...lines.map((l) => (l.startsWith('#') ? l : `  ${l}`)), '}'].join('\n');
}
