/**
 * Source of the user's in CUDA as a kernel that is launched as all are: an entry takes what they take, and calls the
 * user's function, which becomes one of the device, inlined. Scalars are read from constant memory, where a caller's
 * arguments are, too.
 */
import {
  comment,
  drawnText,
  elementsOf,
  isConverted,
  isScalar,
  needsWhole,
  scalarText,
  sourceArguments,
  userText,
  wholeFunction,
  type SourceArguments,
} from '../../../codegen/source-text.js';
import { cType } from '../../../elements/registry.js';
import { arraysOf, isRead } from '../../../ir/source-kernel.js';
import type { ArrayArgument, SourceKernel } from '../../../ir/source-kernel.js';
import { UsageError } from '../../../target/errors.js';
import type { CudaKernel, Launch } from '../cuda-kernel.js';
import { defined } from '../../../target/defined.js';

/** A config of source of the user's. Throws UsageError for what a GPU's cannot have. */
export function wrappedCuda(source: SourceKernel): CudaKernel {
  const arrays = arraysOf(source.arguments);
  refuse(arrays);
  const found = sourceArguments(arrays);
  const { grid, block, sharedBytes } = source.launch!;
  const copies = found.outputs.filter(({ array }) => isRead(array));
  const packs = found.inputs.filter(isConverted);
  const isPacked = found.args.at(-1)!.packedBytes > 0;
  const text = [
    comment(source.title),
    '#define TUNE_DEVICE __device__ __forceinline__',
    '#define TUNE_BOUNDS(...)',
    ...userText({ ...source, text: asDevice(source.text) }),
    '#line 1 "wrapper.cu"',
    // As the user's function takes it, whatever it calls the type.
    ...(arrays.some(({ type }) => cType(type).hasOthers) ? [anyPointer] : []),
    ...source.arguments
      .filter(isScalar)
      .map((scalar) => `__constant__ ${cType(scalar.type).name} tune_scalar_${scalar.name} = ${scalarText(scalar)};`),
    ...(needsWhole(arrays) ? wholeFunction('__device__ ') : []),
    ...entry(
      source,
      found,
      block.reduce((product, extent) => product * extent, 1),
    ),
    ...(copies.length > 0 ? copyFunction(found) : []),
    ...packs.flatMap(packFunction),
    ...(isPacked ? unpackFunction(found) : []),
    '',
  ].join('\n');
  return {
    language: 'cuda',
    source: text,
    args: found.args,
    workspaceBytes: 0,
    launches: [
      ...(copies.length > 0 ? [over('tune_copy', Math.max(...copies.map(({ array }) => elementsOf(array))))] : []),
      { name: 'tune_entry', grid, block, sharedBytes },
    ],
    packs: packs.map((array) => over(`tune_pack_${array.name}`, elementsOf(array))),
    ...defined({
      unpack: isPacked
        ? over('tune_unpack', Math.max(...found.outputs.map(({ array }) => elementsOf(array))))
        : undefined,
    }),
  };
}

const anyPointer =
  'struct tune_any { void *at; template <class T> __device__ operator T *() const { return (T *)at; } };';

function refuse(arrays: readonly ArrayArgument[]): void {
  const other = arrays.find(({ type }) => !cType(type).inCuda);
  if (other)
    throw new UsageError(
      `"${other.name}" is of ${other.type}, which CUDA kernels in source do not support: use float32 or uint16.`,
    );
  const file = arrays.find(({ data }) => data);
  if (file)
    throw new UsageError(
      `The data of "${file.name}" are in a file, which CUDA kernels in source do not support: leave data out.`,
    );
}

/** What is launched alone elsewhere is called here, in a namespace of its own. */
function asDevice(text: string): string {
  return (
    text
      .replace(/\bextern\s+"C"/g, 'extern "C++"')
      .replace(/\b__global__\b/g, 'TUNE_DEVICE')
      .replace(/\b__launch_bounds__\b/g, 'TUNE_BOUNDS')
      // It is static in a function in any case; the emulator needs `static`.
      .replace(/\b(extern\s+|static\s+)?__shared__\b/g, (all, before?: string) => (before ? all : 'static __shared__'))
  );
}

const THREADS = 256;

/** A thread for each of so many elements, each taking several where they are too many. */
function over(name: string, elements: number): Launch {
  return {
    name,
    grid: [Math.min(2 ** 16, Math.ceil(elements / THREADS)), 1, 1],
    block: [THREADS, 1, 1],
    sharedBytes: 0,
  };
}

function loop(elements: number, statement: string): string {
  return `  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < ${elements}; i += (long long)gridDim.x * blockDim.x) ${statement}`;
}

function parameters({ inputs, outputs, args }: SourceArguments): string {
  const own = inputs.map(
    (array) => `${array.direction === 'in' ? 'const ' : ''}${cType(array.type).name} *tune_in_${array.name}`,
  );
  const output = args.at(-1)!.packedBytes > 0 ? 'char *tune_out' : `${cType(outputs[0]!.array.type).name} *tune_out`;
  return [...own, output, 'char *tune_workspace'].join(', ');
}

function entry(source: SourceKernel, found: SourceArguments, threads: number): string[] {
  const address = (array: ArrayArgument): string => {
    const place = found.outputs.find((one) => one.array === array);
    const c = cType(array.type).name;
    const at = place ? `((char *)tune_out + ${place.offset})` : `tune_in_${array.name}`;
    return cType(array.type).hasOthers ? `tune_any{(void *)${at}}` : `(${c} *)${at}`;
  };
  const given = source.arguments.map((arg) => (isScalar(arg) ? `tune_scalar_${arg.name}` : address(arg)));
  return [
    `extern "C" __global__ void __launch_bounds__(${threads}) tune_entry(${parameters(found)}) {`,
    `  ${source.function}(${given.join(', ')});`,
    '}',
  ];
}

function copyFunction(found: SourceArguments): string[] {
  return [
    `extern "C" __global__ void tune_copy(${parameters(found)}) {`,
    ...found.outputs
      .filter(({ array }) => isRead(array))
      .map(({ array, offset }) =>
        loop(
          elementsOf(array),
          `((${cType(array.type).name} *)((char *)tune_out + ${offset}))[i] = tune_in_${array.name}[i];`,
        ),
      ),
    '}',
  ];
}

function packFunction(array: ArrayArgument): string[] {
  const c = cType(array.type).name;
  return [
    `extern "C" __global__ void tune_pack_${array.name}(const float *from, ${c} *to) {`,
    loop(elementsOf(array), `to[i] = ${drawnText(array, 'from[i]')};`),
    '}',
  ];
}

function unpackFunction({ outputs }: SourceArguments): string[] {
  return [
    'extern "C" __global__ void tune_unpack(const char *from, float *to) {',
    ...outputs.map(({ array, offset, first }) =>
      loop(elementsOf(array), `to[${first} + i] = (float)((const ${cType(array.type).name} *)(from + ${offset}))[i];`),
    ),
    '}',
  ];
}
