import { bitHelpers, cIdentifier, toFloatText } from '../../elements/c-helper.js';
import { kernelType, type KernelType } from '../../elements/registry.js';
import type { KernelArg } from '../../ir/device-kernel.js';
import { isValueType } from '../../ir/tensor.js';
import { identify, withArguments } from '../../measure/c-compiler.js';
import { argumentsText, bytesOf, type Recipe } from '../recipe.js';
import { kernelFlags, sourceFlags } from './flags.js';
import type { CpuKernel } from './cpu-kernel.js';
import type { CpuTarget } from './target.js';
import { compilerOf, toolchainNamed } from './toolchains.js';

/** What makes of a kernel something that is loaded, as the runner does, and not linked. */
const ofLoaded: readonly string[] = ['-ffreestanding', '-nostdlib', '-shared', '-fPIC', '-pipe'];

/** The flags of the search, so that the code is the one that was timed. Throws MissingError without the compiler. */
export function cpuRecipe(kernel: CpuKernel, { triple, arch }: CpuTarget): Recipe {
  const toolchain = toolchainNamed(triple);
  const compiler = compilerOf(toolchain);
  const { language, openmp, flags: own } = kernel;
  const all = own
    ? sourceFlags(toolchain, arch, own)
    : kernelFlags(toolchain, identify(compiler).family, { cpu: arch, openmp, purpose: 'kernel', language });
  const flags = all.filter((flag) => !ofLoaded.includes(flag));
  const run = (...args: readonly string[]) => withArguments(compiler.command, args);
  return {
    source: 'kernel.c',
    program: { file: 'main.c', text: programText(kernel) },
    compile: [
      run(...flags, '-c', 'kernel.c'),
      run('-o', 'demo', 'main.c', 'kernel.o', ...(openmp ? ['-fopenmp'] : []), '-lm'),
    ],
    assemble: run(...flags, '-S', '-o', 'kernel.s', 'kernel.c'),
  };
}

function programText(kernel: CpuKernel): string {
  const { args, workspaceBytes } = kernel;
  const output = args.length - 1;
  const packs = args.some(({ role, packedBytes }) => role === 'input' && packedBytes > 0);
  const unpacks = args[output]!.packedBytes > 0;
  const isOfFloats = args.every(({ dtype }) => isValueType(dtype));
  const sizes = (bytes: readonly number[]): string => bytes.map((n) => Math.ceil(n / 64) * 64).join(', ');
  return [
    `/* Arguments: ${argumentsText(kernel)}. What a kernel takes packed, it gets packed. */`,
    ...(isOfFloats ? [] : ['#include <stdint.h>']),
    '#include <stdio.h>',
    '#include <stdlib.h>',
    ...conversionTexts(typeOf(args[output]!)),
    'void kernel(void *const *args, void *workspace);',
    ...(packs ? ['void pack(void *const *args, void *const *packed);'] : []),
    ...(unpacks ? ['void unpack(void *const *packed, void *const *args);'] : []),
    `static const size_t bytes[] = {${sizes(args.map(bytesOf))}};`,
    `static const size_t packed_bytes[] = {${sizes(args.map(({ packedBytes }) => packedBytes))}};`,
    'int main(void) {',
    `  void *args[${args.length}], *given[${args.length}], *workspace = aligned_alloc(64, ${sizes([workspaceBytes + 64])});`,
    `  for (int i = 0; i < ${args.length}; i++) {`,
    '    args[i] = aligned_alloc(64, bytes[i]);',
    '    given[i] = packed_bytes[i] ? aligned_alloc(64, packed_bytes[i]) : args[i];',
    ...(isOfFloats ? ['    for (size_t k = 0; k < bytes[i] / 4; k++) ((float *)args[i])[k] = 1.0f;'] : []),
    '  }',
    ...(isOfFloats ? [] : args.map(fillText)),
    ...(packs ? ['  pack(args, given); /* once, for constants */'] : []),
    '  kernel(given, workspace);',
    ...(unpacks ? ['  unpack(given, args);'] : []),
    printText(typeOf(args[output]!), output),
    '}',
    '',
  ].join('\n');
}

function typeOf({ dtype }: KernelArg): KernelType {
  return kernelType(dtype);
}

const memoryOf = ({ kernels }: KernelType): string => kernels.conversion.memory;

function fillText(arg: KernelArg, place: number): string {
  const type = typeOf(arg);
  const count = bytesOf(arg) / type.bytes;
  return `  for (size_t k = 0; k < ${count}; k++) ((${memoryOf(type)} *)args[${place}])[k] = ${oneOf(type)};`;
}

/** 1 as an element lies in memory. */
function oneOf(type: KernelType): string {
  if (type.kind === 'whole') return '1';
  if (isValueType(type.name)) return '1.0f';
  const view = new DataView(new ArrayBuffer(8));
  type.write(view, 0, 1);
  return `0x${view.getUint32(0, true).toString(16)} /* 1 in ${type.name} */`;
}

/** What `printText` calls. */
function conversionTexts(type: KernelType): readonly string[] {
  if (type.kind === 'whole' || isValueType(type.name)) return [];
  return [...bitHelpers, toFloatText(type)];
}

function printText(type: KernelType, place: number): string {
  const first = `((${memoryOf(type)} *)args[${place}])[0]`;
  if (type.kind === 'whole') return `  printf("%d\\n", (int)${first});`;
  return `  printf("%g\\n", ${isValueType(type.name) ? first : `float_of_${cIdentifier(type)}(${first})`});`;
}
