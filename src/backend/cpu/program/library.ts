/** A network as a library in C: sources, weights, build files, self-test, wrappers. */
import { fixedFiles, type Places } from '../../library/fixed-files.js';
import type { Port, Program } from '../../program/program.js';
import { elementsAsBytes } from '../../../elements/in-bytes.js';
import { elementType } from '../../../elements/registry.js';
import type { ProgramLibrary, ProgramReference } from '../../capabilities/export-program.js';
import type { CpuTarget } from '../target.js';
import { cmakeText, makeText } from '../library/build-files.js';
import { cpuCondition } from '../library/cpu-condition.js';
import { numbersText } from './port-texts.js';
import { kernelsOf, kernelText, type ProgramKernel } from './program-kernels.js';
import { callsText, headerText, prototypesText, type Requirement } from './texts.js';
import { weightsOf } from './weights.js';

/** The files of native/network/ in the library. */
const places: Places = {
  'src/weights.c': 'weights.c',
  'test/arrays.h': 'arrays.h',
  'test/test.c': 'test.c',
  'test/run.c': 'run.c',
  'test/bench.c': 'bench.c',
  'test/driver.c': 'driver.c',
  'test/timing.h': 'timing.h',
  'python/NAME.py': 'wrapper.py',
  'node/addon.c': 'addon.c',
  'node/index.js': 'node-index.js',
  'node/binding.gyp': 'binding.gyp',
  'node/package.json': 'node-package.json',
  Makefile: 'Makefile',
  'CMakeLists.txt': 'CMakeLists.txt',
  'NAME.pc.in': 'tunelib.pc.in',
};

/**
 * Throws InstantiationError for a config that cannot be built, WorkError where the weights cannot be packed on this
 * machine.
 */
export async function exportProgram(program: Program<CpuTarget>, reference: ProgramReference): Promise<ProgramLibrary> {
  const { name, arenaBytes: arena } = program;
  const kernels = kernelsOf(program);
  const distinct = [...new Set(kernels.values())];
  const { bytes, placeOf } = await weightsOf(program, kernels);
  const scratch = Math.max(0, ...distinct.map(({ exported }) => exported.workspaceBytes));
  const compiled = distinct.map(({ name, cpu, exported: { openmp } }) => ({ name, target: cpu, openmp }));
  const requirement = requirementOf(distinct);
  const files = new Map<string, string | Uint8Array>([
    ...fixedFiles(name, places, 'network'),
    ...distinct.map((kernel) => [`src/kernels/${kernel.name}.c`, kernelText(kernel)] as const),
    [`include/${name}.h`, headerText(program, { arena, scratch, weights: bytes.length })],
    ['src/kernels.h', prototypesText(distinct)],
    [`src/${name}.c`, callsText(program, kernels, { arena, placeOf }, requirement)],
    [`${name}.weights`, bytes],
    ['kernels.mk', makeText(compiled)],
    ['kernels.cmake', cmakeText(compiled)],
    ['test/tolerance.h', `#define TOLERANCE ${reference.tolerance}\n`],
    ['test/numbers.h', numbersText(program)],
    ['test/inputs.bin', bytesOf(program.inputs, reference.inputs)],
    ['test/outputs.bin', bytesOf(program.outputs, reference.outputs)],
  ]);
  return { files, kernels: distinct.length, weights: bytes.length, arena, scratch };
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
