/** A network as a library in C: sources, weights, build files, self-test, wrappers. */
import { fixedFiles, type Places } from '../../library/fixed-files.js';
import { libraryHead, withPortableHeads } from '../../library/library-head.js';
import type { LinkLine } from '../../library/library.js';
import { isKernelCall, type Port, type ProgramSet } from '../../program/program.js';
import { elementsAsBytes } from '../../../elements/in-bytes.js';
import { elementType } from '../../../elements/registry.js';
import type {
  ProgramExport,
  ProgramLibrary,
  ProgramReference,
  WeightsPlace,
} from '../../capabilities/export-program.js';
import type { CpuTarget } from '../target.js';
import { cmakeText, linkFlags, makeText } from '../library/build-files.js';
import { libraryNeeds } from '../library/compile-line.js';
import { cpuCondition } from '../library/cpu-condition.js';
import { plural } from '../../../target/format.js';
import { headerText } from './header-text.js';
import { numbersText } from './port-texts.js';
import { kernelPath, kernelsOf, kernelText, type ProgramKernel } from './program-kernels.js';
import { callsText, prototypesText, type Requirement } from './texts.js';
import { userFunctionFiles, userFunctionsOf } from './user-functions.js';
import { weightsHeaderText } from './weights-text.js';
import { weightsOf } from './weights.js';

/** The files of native/network/ in the library. */
const places = (weights: WeightsPlace): Places => ({
  'src/weights.c': weights === 'embed' ? 'weights.c' : 'weights-file.c',
  'src/prepare.c': 'prepare.c',
  'test/arrays.h': 'arrays.h',
  'test/test.c': 'test.c',
  'test/run.c': 'run.c',
  'test/bench.c': 'bench.c',
  'test/driver.c': 'driver.c',
  'src/subnormals.h': 'subnormals.h',
  'test/subnormals.h': 'subnormals.h',
  'test/timing.h': 'timing.h',
  'python/NAME.py': 'wrapper.py',
  'node/addon.c': 'addon.c',
  'node/index.js': 'node-index.js',
  'node/index.d.ts': 'node-index.d.ts',
  'node/binding.gyp': 'binding.gyp',
  'node/package.json': 'node-package.json',
  Makefile: 'Makefile',
  'CMakeLists.txt': 'CMakeLists.txt',
  'NAME.pc.in': 'tunelib.pc.in',
});

/**
 * Throws InstantiationError for a config that cannot be built, WorkError where the weights cannot be packed on this
 * machine.
 */
export async function exportProgram(
  set: ProgramSet<CpuTarget>,
  { references, tolerance, weights: place }: ProgramExport,
): Promise<ProgramLibrary> {
  const { name, programs } = set;
  const kernels = kernelsOf(set);
  const distinct = [...new Set(kernels.values())];
  const { bytes, placeOf } = await weightsOf(set, kernels);
  const scratch = programs.map(({ calls }) => {
    const own = calls.filter(isKernelCall).map((call) => kernels.get(call)!.exported.workspaceBytes);
    return Math.max(0, ...own);
  });
  const compiled = distinct.map(({ name, cpu, exported: { openmp } }) => ({ name, target: cpu, openmp }));
  const requirement = requirementOf(distinct);
  const link = { include: 'include', archive: `build/lib${name}.a`, flags: linkFlags(compiled) };
  const head = headOf(name, distinct, link);
  const userFunctions = userFunctionsOf(set);
  const calls = callsText(set, { kernels, placeOf, scratch, userFunctions }, requirement);
  const files = new Map<string, string | Uint8Array>([
    ...withPortableHeads(
      [
        ...fixedFiles(name, places(place), 'network'),
        [`src/${name}.c`, calls],
        ...userFunctionFiles(set, userFunctions),
      ],
      { 'src/weights.c': 'make build/weights.o' },
    ),
    ...distinct.map((kernel) => [kernelPath(kernel), kernelText(kernel)] as const),
    [`include/${name}.h`, head + headerText(set, { scratch, weights: bytes.length }, place)],
    ['src/kernels.h', prototypesText(distinct)],
    ['src/weights.h', weightsHeaderText(name, bytes, place)],
    [`${name}.weights`, bytes],
    ['kernels.mk', makeText(compiled) + `WEIGHTS = ${place}\n`],
    ['kernels.cmake', cmakeText(compiled) + `set(WEIGHTS ${place})\n`],
    ['test/tolerance.h', toleranceText(set, references, tolerance)],
    ['test/numbers.h', numbersText(set)],
    ['test/inputs.bin', Buffer.concat(programs.map(({ inputs }, i) => bytesOf(inputs, references[i]!.inputs)))],
    ['test/outputs.bin', Buffer.concat(programs.map(({ outputs }, i) => bytesOf(outputs, references[i]!.outputs)))],
  ]);
  return { files, link, kernels: distinct.length, weights: bytes.length, scratch };
}

/** What the self-test allows, and which outputs it passes over: a row of them for each shape. */
function toleranceText({ programs }: ProgramSet, references: readonly ProgramReference[], tolerance: number): string {
  const rows = programs.map(({ outputs }, place) => {
    const { undecided } = references[place]!;
    return `{${outputs.map((_, i) => (undecided?.has(i) ? 1 : 0)).join(', ')}}`;
  });
  return `#define TOLERANCE ${tolerance.toExponential()}

/* Outputs that rounding decides. */
static const char undecided[${programs.length}][${programs[0]!.outputs.length}] = {${rows.join(', ')}};
`;
}

function headOf(name: string, kernels: readonly ProgramKernel[], link: LinkLine): string {
  const needs = libraryNeeds(
    kernels.map(({ exported }) => exported),
    `On other CPUs calls return ${name.toUpperCase()}_UNSUPPORTED_CPU.`,
  );
  const title = `${name}, a network of ${plural(kernels.length, 'kernel')}.`;
  const tuned = kernels.map(({ call }) => call.tuned);
  return libraryHead(title, tuned, { needs, make: 'make', link });
}

/** What a CPU must have for all of some kernels. */
function requirementOf(kernels: readonly ProgramKernel[]): Requirement {
  const features = [...new Set(kernels.flatMap(({ exported }) => exported.requires))];
  return { features, condition: cpuCondition(features) };
}

/** Arrays one behind the other, as elements of the types of their ports. */
export function bytesOf(ports: readonly Pick<Port, 'type'>[], arrays: readonly ArrayLike<number>[]): Uint8Array {
  return Buffer.concat(ports.map(({ type }, i) => elementsAsBytes(arrays[i]!, elementType(type))));
}
