/**
 * A loop nest as a file in C of a library: the same functions under names of their own, for callers who know no ABI of
 * ours. The file is C11 and C++ at once, and has nothing that a compiler warns of at -Wall -Wextra, nor as C11 or C++20
 * at -Wpedantic -Wsign-conversion.
 */
import { argumentsOf } from '../../../codegen/arguments.js';
import { elementType } from '../../../elements/registry.js';
import type { KernelArg } from '../../../ir/device-kernel.js';
import { elementBytes, type DType, type Tensor } from '../../../ir/tensor.js';
import { usedDefinitions, usedHelpers } from '../../../codegen/used-definitions.js';
import type { Nest } from '../../../ir/nest.js';
import { asCAndCpp, withCppHead } from '../isa/c-and-cpp.js';
import { memoryOf } from '../isa/memory.js';
import { memoryType } from '../isa/vector-type.js';
import { nameOf } from './stages.js';
import { tidied } from './tidy.js';
import { ALONE, functionText, partsOf, type COptions, type CTarget, type FunctionParts } from './parts.js';

/** A kernel of a library. */
export interface ExportedC {
  /** Everything behind the comment that the file begins with. */
  readonly source: string;
  /** Inputs in the operator's order, then the output. */
  readonly args: readonly KernelArg[];
  readonly workspaceBytes: number;
  readonly openmp: boolean;
  /** Features that a CPU must have for it, as /proc/cpuinfo names them. */
  readonly requires: readonly string[];
  /** Declarations of its functions, for a header. */
  readonly prototypes: Prototypes;
}

interface Prototypes {
  /** Calls the kernel. */
  readonly run: string;
  /** The types of elements that it is given, inputs and then the output, packed ones in their packed form. */
  readonly types: readonly DType[];
  /** By the number of the argument, what packs an input or unpacks the output. */
  readonly conversions: ReadonlyMap<number, Converter>;
}

interface Converter {
  readonly name: string;
  readonly prototype: string;
  readonly from: DType;
  readonly to: DType;
}

interface ExportOptions {
  /** `double`: registers are scalars of double precision, for references. */
  readonly accumulate?: COptions['accumulate'];
  /** Whether it has functions that pack; default: true. */
  readonly converts?: boolean;
  /** What the header calls elements of a type; default: their type in memory. */
  readonly typeNamed?: (dtype: DType) => string;
}

/**
 * The kernel is called as the runner calls it, by a list of pointers, so that its machine code is what was timed.
 * `void NAME(const float *input, …, float *output, void *workspace)` with the types of the arguments, and for what is
 * packed `NAME_pack_INPUT` and `NAME_unpack_OUTPUT`, from one form into the other, unless the library packs by itself.
 * `header`: the file that declares them. Throws InstantiationError as `partsOf` does.
 */
export function exportC(
  nest: Nest,
  target: CTarget,
  name: string,
  header: string,
  { accumulate = 'float', converts = true, typeNamed = (dtype) => memoryOf(elementType(dtype)) }: ExportOptions = {},
): ExportedC {
  const parts = partsOf(nest, target, { accumulate });
  const { openmp, packs, unpack, workspaceBytes } = parts;
  const inputs = nest.inputs.map((_, i) => nameOf(parts.run.parameters[i]!));
  const output = nameOf(parts.run.parameters[inputs.length]!);
  const taken = [
    ...nest.inputs.map((input) => packedOf(nest, input) ?? input),
    nest.unpack?.packed.tensor ?? nest.output,
  ];
  const pointers = taken.map(({ dtype }, i) => `${i < inputs.length ? 'const ' : ''}${typeNamed(dtype)} *`);
  const run = `void ${name}(${[...inputs, output].map((own, i) => pointers[i]! + own).join(', ')}, void *workspace)`;
  const conversions = [
    ...packs.map((pack) => ({ pack, at: nest.inputs.indexOf(pack.tensor), verb: 'pack' })),
    ...(unpack ? [{ pack: unpack, at: nest.inputs.length, verb: 'unpack' }] : []),
  ];
  const converters = (converts ? conversions : []).map(({ pack, at, verb }) => {
    const title = `${name}_${verb}_${pack.tensor.name}`;
    const [from, to] = pack.parameters.map(nameOf);
    const [given, made] = verb === 'pack' ? [pack.tensor, taken[at]!] : [taken[at]!, pack.tensor];
    const header = `void ${title}(${pack.parameters.join(', ')})`;
    const prototype = `void ${title}(const ${typeNamed(given.dtype)} *${from!}, ${typeNamed(made.dtype)} *${to!});`;
    const types = { from: given.dtype, to: made.dtype };
    return { at, converter: { name: title, prototype, ...types }, text: functionText(header, bodyOf(pack)) };
  });
  const functions = [
    ...parts.run.functions.map((stage) =>
      functionText(`static ALONE void ${stage.name}(${stage.parameters.join(', ')})`, bodyOf(stage)),
    ),
    functionText(`static void run(${parts.run.parameters.join(', ')})`, bodyOf(parts.run)),
    functionText('static ALONE void kernel(void *const *args, void *workspace)', [
      `run(${taken.map(({ dtype }, i) => `(${i < inputs.length ? 'const ' : ''}${memoryType(elementType(dtype))} *)args[${i}]`).join(', ')}, (char *)workspace);`,
    ]),
    functionText(run, [
      ...alignmentChecks([...inputs, output], taken),
      `void *const args[] = {${[...inputs, output].map((name) => `(void *)${name}`).join(', ')}};`,
      'kernel(args, workspace);',
    ]),
    ...converters.map(({ text }) => text),
  ];
  const head = [
    `#include "${header}"`,
    '#include <assert.h>\n#include <stdint.h>',
    ...(openmp ? ['#include <omp.h>'] : []),
  ];
  const helpers = asCAndCpp([
    ...usedDefinitions(functions, parts.indexHelpers),
    ...usedHelpers(functions, parts.vectorHelpers),
  ]);
  const body = [ALONE, ...(helpers.length > 0 ? [helpers.join('\n')] : []), ...functions].join('\n\n');
  return {
    source: `${head.join('\n')}\n${withCppHead(body)}\n`,
    args: argumentsOf(nest),
    workspaceBytes,
    openmp,
    requires: target.vector.features,
    prototypes: {
      run: `${run};`,
      types: taken.map(({ dtype }) => dtype),
      conversions: new Map(converters.map(({ at, converter }) => [at, converter])),
    },
  };
}

/** What a packed input is packed to. */
function packedOf({ packs }: Nest, input: Tensor): Tensor | undefined {
  return packs.find(({ original }) => original === input)?.packed.tensor;
}

/** Kernels load and store whole elements wherever these lie, and nothing at an address between two. */
function alignmentChecks(names: readonly string[], tensors: readonly Tensor[]): string[] {
  const named = (wanted: (bytes: number) => boolean): string[] =>
    names.filter((_, i) => wanted(elementBytes(tensors[i]!.dtype)));
  const check = (pointers: readonly string[], type: string, what: string): string =>
    `assert((${pointers.map((pointer) => `(uintptr_t)${pointer}`).join(' | ')}) % sizeof(${type}) == 0 && "${what}");`;
  const halves = named((bytes) => bytes === 2);
  return [
    check([...named((bytes) => bytes === 4), 'workspace'], 'float', 'arrays and workspace are aligned as floats are'),
    ...(halves.length > 0 ? [check(halves, 'uint16_t', 'arrays of 16 bits are aligned as these are')] : []),
  ];
}

/** The lines of a function without what compilers warn of. */
function bodyOf({ parameters, lines }: FunctionParts): string[] {
  const used = tidied(lines);
  const text = used.join('\n');
  const unused = parameters.map(nameOf).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  return [...unused.map((name) => `(void)${name};`), ...used];
}
