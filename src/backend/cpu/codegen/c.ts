/** A loop nest as a C kernel: the file as a whole, with the ABI of `kernel.ts`. */
import { InstantiationError } from '../../../ir/errors.js';
import type { Nest, Stmt } from '../../../ir/nest.js';
import type { SimdTarget } from '../../../target/target.js';
import { argumentsOf } from '../../../codegen/arguments.js';
import { CFunction } from './function.js';
import { indexHelpersFor } from '../../../codegen/index-text.js';
import { VectorHelpers } from './vector.js';
import type { CpuKernel } from '../kernel.js';

export interface COptions {
  /** `double`: registers are scalars of double precision, for references. */
  readonly accumulate?: 'float' | 'double';
}

/** Throws InstantiationError for what a CPU's kernel cannot be: in other types than float32. */
export function generateC(nest: Nest, target: SimdTarget, options: COptions = {}): CpuKernel {
  const other = [...nest.inputs, nest.output].find(({ dtype }) => dtype !== 'float32');
  if (other) throw new InstantiationError(`kernels for a CPU are in float32: ${other.name} is ${other.dtype}`);
  const vectors = new VectorHelpers(target.vector);
  const body = new CFunction(vectors, target.threads, options.accumulate ?? 'float');
  const parameters = [
    ...nest.inputs.map((t) => {
      const packed = nest.packs.find((p) => p.original === t)?.packed;
      return packed ? body.argument(packed.tensor, 'in', packed.shape) : body.argument(t, 'in');
    }),
    body.argument(nest.output, 'out', nest.unpack?.packed.shape),
    'char *restrict workspace',
  ];
  const lines = body.statement(nest.body);
  const conversions = conversionsOf(nest, vectors, target);
  const openmp = body.openmp || conversions.some((c) => c.openmp);
  const head = [
    ...(openmp ? ['extern int omp_get_thread_num(void);'] : []),
    ...indexHelpersFor('static inline', 'long'),
    ...vectors.text(),
  ];
  const sources = [
    functionText(`static void run(${parameters.join(', ')})`, lines),
    entryText(nest),
    ...conversions.map((c) => c.source),
    ...(nest.packs.length > 0 ? [packEntryText(nest)] : []),
    ...(nest.unpack ? [unpackEntryText(nest)] : []),
  ];
  return {
    language: 'c',
    source: [head.join('\n'), ...sources].join('\n\n') + '\n',
    args: argumentsOf(nest),
    workspaceBytes: body.workspaceBytes,
    openmp,
  };
}

interface FunctionSource {
  readonly source: string;
  readonly openmp: boolean;
}

/** What runs off the clock: `pack_0`, … fill packed inputs, `unpack_output` reads the output where it is packed. */
function conversionsOf(nest: Nest, vectors: VectorHelpers, target: SimdTarget): FunctionSource[] {
  const make = (name: string, body: Stmt, parameters: (f: CFunction) => string[]): FunctionSource => {
    const f = new CFunction(vectors, target.threads, 'float');
    const header = `static void ${name}(${parameters(f).join(', ')})`;
    const lines = f.statement(body);
    if (f.workspaceBytes > 0) throw new InstantiationError('a pack function cannot use a workspace');
    return { source: functionText(header, lines), openmp: f.openmp };
  };
  const packs = nest.packs.map(({ original, packed, body }, i) =>
    make(`pack_${i}`, body, (f) => [f.argument(original, 'in'), f.argument(packed.tensor, 'out', packed.shape)]),
  );
  if (!nest.unpack) return packs;
  const { packed, output, body } = nest.unpack;
  const unpack = make('unpack_output', body, (f) => [
    f.argument(packed.tensor, 'in', packed.shape),
    f.argument(output, 'out'),
  ]);
  return [...packs, unpack];
}

function functionText(header: string, lines: readonly string[]): string {
  return [`${header} {`, ...lines.map((l) => (l.startsWith('#') ? l : `  ${l}`)), '}'].join('\n');
}

function entryText(nest: Nest): string {
  const args = [...nest.inputs, nest.output].map((_, i) => `args[${i}]`);
  return functionText('void kernel(void *const *args, void *workspace)', [`run(${args.join(', ')}, workspace);`]);
}

function packEntryText(nest: Nest): string {
  const calls = nest.packs.map((pack, i) => {
    const position = nest.inputs.indexOf(pack.original);
    return `pack_${i}(args[${position}], packed[${position}]);`;
  });
  return functionText('void pack(void *const *args, void *const *packed)', calls);
}

function unpackEntryText({ inputs }: Nest): string {
  const call = `unpack_output(packed[${inputs.length}], args[${inputs.length}]);`;
  return functionText('void unpack(void *const *packed, void *const *args)', [call]);
}
