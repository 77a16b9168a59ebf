/**
 * Source of the user's in C with the ABI of `ir/device-kernel.ts` around it, so that the runner calls it as any kernel:
 * arrays are its arguments, several outputs lie one after the other in its output, scalars are read from memory that no
 * compiler knows the contents of, as they would come from a caller. What is no float is converted by `pack` and
 * `unpack`, off the clock.
 */
import {
  bytesOf,
  comment,
  drawnText,
  elementsOf,
  isConverted,
  isScalar,
  needsWhole,
  renamed,
  scalarText,
  sourceArguments,
  userText,
  wholeFunction,
  type Place,
  type SourceArguments,
} from '../../../codegen/source-text.js';
import { cType } from '../../../elements/registry.js';
import { arraysOf, isRead } from '../../../ir/source-kernel.js';
import type { ArrayArgument, ScalarArgument, SourceKernel, SourceReference } from '../../../ir/source-kernel.js';
import type { CpuKernel } from '../cpu-kernel.js';

/** The functions that runners look for. */
const ours = ['kernel', 'pack', 'unpack'];

/** A config of source of the user's. */
export function wrapped(source: SourceKernel): CpuKernel {
  const { flags, arguments: all } = source;
  const found = sourceArguments(arraysOf(all));
  const text = [
    comment(source.title),
    ...userPart(source),
    ...helpers(arraysOf(all), all.filter(isScalar)),
    ...kernelFunction(source, found),
    ...packFunction(found),
    ...unpackFunction(found),
    '',
  ].join('\n');
  return {
    language: 'c',
    source: text,
    args: found.args,
    workspaceBytes: 0,
    openmp: flags.includes('-fopenmp'),
    requires: [],
    flags,
  };
}

/**
 * What gives the right answers, which is called with floats alone: it converts what the function takes in the workspace
 * before, and what it wrote behind.
 */
export function wrappedReference(reference: SourceReference): CpuKernel {
  const found = sourceArguments(reference.arguments);
  const flags = reference.kind === 'function' ? reference.kernel.flags : ['-O2'];
  const text = reference.kind === 'function' ? callingReference(reference.kernel, found) : answering(found);
  const workspaceBytes = [...new Set([...found.inputs, ...found.outputs.map(({ array }) => array)])].reduce(
    (sum, array) => sum + rounded(bytesOf(array)),
    0,
  );
  const args = found.args.map((arg) => ({ ...arg, packedBytes: 0 }));
  return {
    language: 'c',
    source: [...text, ''].join('\n'),
    args,
    workspaceBytes,
    openmp: flags.includes('-fopenmp'),
    requires: [],
    flags,
  };
}

function rounded(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}

function userPart(source: SourceKernel): string[] {
  const renaming = renamed(source.text, ours);
  return [
    ...renaming.before,
    ...userText(source),
    ...renaming.after,
    '#line 1 "wrapper.c"',
    '#pragma GCC diagnostic error "-Wimplicit-function-declaration"',
    '#pragma GCC diagnostic error "-Wincompatible-pointer-types"',
    '#pragma GCC diagnostic error "-Wint-conversion"',
  ];
}

/** Scalars, data from files, and what converts. */
function helpers(arrays: readonly ArrayArgument[], scalars: readonly ScalarArgument[]): string[] {
  return [
    ...scalars.map(
      (scalar) => `static volatile ${cType(scalar.type).name} tune_scalar_${scalar.name} = ${scalarText(scalar)};`,
    ),
    ...arrays.flatMap((array) => (array.data ? included(`tune_data_${array.name}`, array.data) : [])),
    ...(needsWhole(arrays) ? wholeFunction('static ') : []),
  ];
}

/** The bytes of a file. Its hash makes another text of another file. */
function included(name: string, { path, sha256 }: { readonly path: string; readonly sha256: string }): string[] {
  return [
    `/* ${sha256} */`,
    `extern const char ${name}[] __attribute__((visibility("hidden")));`,
    `__asm__(".section .rodata\\n.balign 64\\n.hidden ${name}\\n${name}:\\n.incbin \\"${path}\\"\\n.byte 0\\n.previous\\n");`,
  ];
}

function pointer(array: ArrayArgument, address: string): string {
  return `(${cType(array.type).name} *)(${address})`;
}

/** As the user's function takes it, whatever it calls the type. */
function given(array: ArrayArgument, address: string): string {
  return cType(array.type).hasOthers ? `(void *)(${address})` : pointer(array, address);
}

/** Copies in front of the call, on the clock: what is read and written must hold its input each time. */
function kernelFunction(source: SourceKernel, { inputs, outputs }: SourceArguments): string[] {
  const output = `(char *)args[${inputs.length}]`;
  const address = (array: ArrayArgument): string => {
    const place = outputs.find((one) => one.array === array);
    return place ? `${output} + ${place.offset}` : `args[${inputs.indexOf(array)}]`;
  };
  const copies = outputs.filter(({ array }) => isRead(array));
  return [
    'void kernel(void *const *args, void *workspace) {',
    '  (void)workspace;',
    ...copies.map(
      ({ array, offset }) =>
        `  __builtin_memcpy(${output} + ${offset}, args[${inputs.indexOf(array)}], ${bytesOf(array)});`,
    ),
    `  ${callText(source, address)};`,
    '}',
  ];
}

function callText(source: SourceKernel, address: (array: ArrayArgument) => string): string {
  const all = source.arguments.map((arg) => (isScalar(arg) ? `tune_scalar_${arg.name}` : given(arg, address(arg))));
  return `${renamed(source.text, ours).of(source.function)}(${all.join(', ')})`;
}

function packFunction({ inputs }: SourceArguments): string[] {
  const converted = inputs.filter(isConverted);
  if (converted.length === 0) return [];
  return [
    'void pack(void *const *args, void *const *packed) {',
    ...converted.flatMap((array) => {
      const i = inputs.indexOf(array);
      return filled(array, `(const float *)args[${i}]`, `packed[${i}]`);
    }),
    '}',
  ];
}

/** Statements that make an array of what was drawn for it, or of its file. */
function filled(array: ArrayArgument, from: string, to: string): string[] {
  if (array.data) return [`  __builtin_memcpy(${to}, tune_data_${array.name}, ${bytesOf(array)});`];
  return [
    `  for (long i = 0; i < ${elementsOf(array)}; i++) (${pointer(array, to)})[i] = ${drawnText(array, `(${from})[i]`)};`,
  ];
}

function unpackFunction({ inputs, outputs, args }: SourceArguments): string[] {
  if (args.at(-1)!.packedBytes === 0) return [];
  const [from, to] = [`(const char *)packed[${inputs.length}]`, `(float *)args[${inputs.length}]`];
  return [
    'void unpack(void *const *packed, void *const *args) {',
    ...outputs.map((place) => unpacked(place, `${from} + ${place.offset}`, to)),
    '}',
  ];
}

function unpacked({ array, first }: Place, from: string, to: string): string {
  return `  for (long i = 0; i < ${elementsOf(array)}; i++) (${to})[${first} + i] = (float)(${pointer(array, from)})[i];`;
}

function callingReference(kernel: SourceKernel, found: SourceArguments): string[] {
  const { inputs, outputs } = found;
  const arrays = [...new Set([...inputs, ...outputs.map(({ array }) => array)])];
  let offset = 0;
  const places = new Map(
    arrays.map((array) => {
      const at = `(char *)workspace + ${offset}`;
      offset += rounded(bytesOf(array));
      return [array.name, at] as const;
    }),
  );
  const at = (array: ArrayArgument): string => places.get(array.name)!;
  return [
    comment(kernel.title),
    ...userPart(kernel),
    ...helpers(arrays, kernel.arguments.filter(isScalar)),
    'void kernel(void *const *args, void *workspace) {',
    ...inputs.flatMap((array, i) => filled(array, `(const float *)args[${i}]`, at(array))),
    `  ${callText(kernel, at)};`,
    ...outputs.map((place) => unpacked(place, at(place.array), `(float *)args[${inputs.length}]`)),
    '}',
  ];
}

function answering({ inputs, outputs }: SourceArguments): string[] {
  return [
    ...outputs.flatMap(({ array }) => included(`tune_answer_${array.name}`, array.answer!)),
    'void kernel(void *const *args, void *workspace) {',
    '  (void)workspace;',
    ...outputs.map((place) => unpacked(place, `tune_answer_${place.array.name}`, `(float *)args[${inputs.length}]`)),
    '}',
  ];
}
