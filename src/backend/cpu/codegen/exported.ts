/**
 * A loop nest as a file in C of a library: the same functions under names of their own, for callers who know no ABI of
 * ours. The file is C11 and C++ at once, and has nothing that a compiler warns of at -Wall -Wextra.
 */
import { argumentsOf } from '../../../codegen/arguments.js';
import type { KernelArg } from '../../../ir/device-kernel.js';
import { usedDefinitions, usedHelpers } from '../../../codegen/used-definitions.js';
import type { Nest } from '../../../ir/nest.js';
import { asCAndCpp } from '../isa/c-and-cpp.js';
import { nameOf } from './stages.js';
import { tidied } from './tidy.js';
import { ALONE, functionText, partsOf, type CTarget, type FunctionParts } from './parts.js';

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
  /** By the number of the argument, what packs an input or unpacks the output. */
  readonly conversions: ReadonlyMap<number, Converter>;
}

interface Converter {
  readonly name: string;
  readonly prototype: string;
}

/**
 * The kernel is called as the runner calls it, by a list of pointers, so that its machine code is what was timed.
 * `void NAME(const float *input, …, float *output, void *workspace)`, and for what is packed `NAME_pack_INPUT` and
 * `NAME_unpack_OUTPUT`, from one form into the other, unless the library packs by itself. `header`: the file that
 * declares them. Throws InstantiationError as `partsOf` does.
 */
export function exportC(
  nest: Nest,
  target: CTarget,
  name: string,
  header: string,
  { converts = true }: { readonly converts?: boolean } = {},
): ExportedC {
  const parts = partsOf(nest, target);
  const { openmp, packs, unpack, workspaceBytes } = parts;
  const inputs = nest.inputs.map((_, i) => nameOf(parts.run.parameters[i]!));
  const output = nameOf(parts.run.parameters[inputs.length]!);
  const run = `void ${name}(${[...inputs.map((i) => `const float *${i}`), `float *${output}`].join(', ')}, void *workspace)`;
  const conversions = [
    ...packs.map((pack) => ({ pack, at: nest.inputs.indexOf(pack.tensor), verb: 'pack' })),
    ...(unpack ? [{ pack: unpack, at: nest.inputs.length, verb: 'unpack' }] : []),
  ];
  const converters = (converts ? conversions : []).map(({ pack, at, verb }) => {
    const title = `${name}_${verb}_${pack.tensor.name}`;
    const [from, to] = pack.parameters.map(nameOf);
    const header = `void ${title}(${pack.parameters.join(', ')})`;
    const prototype = `void ${title}(const float *${from!}, float *${to!});`;
    return { at, name: title, prototype, text: functionText(header, bodyOf(pack)) };
  });
  const functions = [
    ...parts.run.functions.map((stage) =>
      functionText(`static ALONE void ${stage.name}(${stage.parameters.join(', ')})`, bodyOf(stage)),
    ),
    functionText(`static void run(${parts.run.parameters.join(', ')})`, bodyOf(parts.run)),
    functionText('static ALONE void kernel(void *const *args, void *workspace)', [
      `run(${[...inputs.map((_, i) => `(const float *)args[${i}]`), `(float *)args[${inputs.length}]`].join(', ')}, (char *)workspace);`,
    ]),
    functionText(run, [
      alignmentCheck([...inputs, output, 'workspace']),
      `void *const args[] = {${[...inputs, output].map((name) => `(void *)${name}`).join(', ')}};`,
      'kernel(args, workspace);',
    ]),
    ...converters.map(({ text }) => text),
  ];
  const head = [
    `#include "${header}"`,
    '#include <assert.h>\n#include <stdint.h>',
    ...(openmp ? ['#include <omp.h>'] : []),
    '#ifdef __cplusplus\n#define restrict __restrict__\n#endif',
    ALONE,
  ];
  const helpers = asCAndCpp([
    ...usedDefinitions(functions, parts.indexHelpers),
    ...usedHelpers(functions, parts.vectorHelpers),
  ]);
  return {
    source: [head.join('\n'), ...(helpers.length > 0 ? [helpers.join('\n')] : []), ...functions].join('\n\n') + '\n',
    args: argumentsOf(nest),
    workspaceBytes,
    openmp,
    requires: target.vector.features,
    prototypes: {
      run: `${run};`,
      conversions: new Map(converters.map(({ at, ...converter }) => [at, converter])),
    },
  };
}

/** Kernels load and store whole floats wherever these lie, and nothing at an address between two. */
function alignmentCheck(pointers: readonly string[]): string {
  const bits = pointers.map((pointer) => `(uintptr_t)${pointer}`).join(' | ');
  return `assert((${bits}) % sizeof(float) == 0 && "arrays and workspace are aligned as floats are");`;
}

/** The lines of a function without what compilers warn of. */
function bodyOf({ parameters, lines }: FunctionParts): string[] {
  const used = tidied(lines);
  const text = used.join('\n');
  const unused = parameters.map(nameOf).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  return [...unused.map((name) => `(void)${name};`), ...used];
}
