/** A loop nest as a C kernel: the file as a whole, with the ABI of `kernel.ts`. */
import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Tensor } from '../ir/tensor.js';
import type { Target } from '../target/target.js';
import { CFunction } from './c-function.js';
import { indexHelpers } from './c-index.js';
import { elements } from './c-storage.js';
import { VectorHelpers } from './c-vector.js';
import type { Kernel, KernelArg } from './kernel.js';

export interface COptions {
  /** `double`: registers are scalars of double precision, for references. */
  readonly accumulate?: 'float' | 'double';
}

export function generateC(nest: Nest, target: Target, options: COptions = {}): Kernel {
  const vectors = new VectorHelpers(target.vector);
  const body = new CFunction(vectors, target.threads, options.accumulate ?? 'float');
  const packedOf = new Map<Tensor, Tensor>(nest.packs.map((p) => [p.original, p.packed.tensor]));
  const parameters = [
    ...nest.inputs.map((t) => body.argument(packedOf.get(t) ?? t, 'in', packedOf.has(t))),
    body.argument(nest.output, 'out'),
    'char *restrict workspace',
  ];
  const lines = body.statement(nest.body);
  const packs = nest.packs.map((pack, i) => {
    const fill = new CFunction(vectors, target.threads, 'float');
    const header = `static void pack_${i}(${fill.argument(pack.original, 'in')}, ${fill.argument(pack.packed.tensor, 'out')})`;
    const fillLines = fill.statement(pack.body);
    if (fill.workspaceBytes > 0) throw new InstantiationError('a pack function cannot use a workspace');
    return { source: functionText(header, fillLines), openmp: fill.openmp };
  });

  const sources = [
    functionText(`static void run(${parameters.join(', ')})`, lines),
    entryText(nest),
    ...packs.map((p) => p.source),
    ...(packs.length > 0 ? [packEntryText(nest)] : []),
  ];
  const openmp = body.openmp || packs.some((p) => p.openmp);
  const head = [...(openmp ? ['extern int omp_get_thread_num(void);'] : []), ...indexHelpers, ...vectors.text()];
  return {
    language: 'c',
    source: [head.join('\n'), ...sources].join('\n\n') + '\n',
    args: argumentsOf(nest),
    workspaceBytes: body.workspaceBytes,
    openmp,
  };
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

function argumentsOf(nest: Nest): KernelArg[] {
  const argument = (t: Tensor, role: KernelArg['role']): KernelArg => {
    const pack = nest.packs.find((p) => p.original === t);
    const packedBytes = pack ? elements(pack.packed.shape) * 4 + 64 : 0;
    return { name: t.name, shape: t.shape, dtype: 'float32', role, packedBytes };
  };
  return [...nest.inputs.map((t) => argument(t, 'input')), argument(nest.output, 'output')];
}
