/** A loop nest as a C kernel: the file as a whole, with the ABI of `ir/device-kernel.ts`. */
import type { Nest } from '../../../ir/nest.js';
import { argumentsOf } from '../../../codegen/arguments.js';
import type { CpuKernel } from '../cpu-kernel.js';
import { ALONE, functionText, partsOf, type COptions, type CTarget, type FunctionParts } from './parts.js';
import { unitsOf } from './units.js';
import { defined } from '../../../target/defined.js';

export function generateC(nest: Nest, target: CTarget, options: COptions = {}): CpuKernel {
  const parts = partsOf(nest, target, options);
  const { openmp, packs, unpack, workspaceBytes } = parts;
  const head = [
    ...(openmp ? ['extern int omp_get_thread_num(void);'] : []),
    ...parts.indexHelpers,
    ...parts.vectorHelpers,
    ...(parts.run.functions.length > 0 ? [ALONE] : []),
  ];
  const converting = [...(packs.length > 0 ? [packEntryText(nest)] : []), ...(unpack ? [unpackEntryText(nest)] : [])];
  const sources = [
    ...parts.run.functions.map((stage) => staticFunction(stage.name, stage, 'ALONE ')),
    staticFunction('run', parts.run),
    entryText(nest),
    ...packs.map((pack, i) => staticFunction(`pack_${i}`, pack)),
    ...(unpack ? [staticFunction('unpack_output', unpack)] : []),
    ...converting,
  ];
  const source = [head.join('\n'), ...sources].join('\n\n') + '\n';
  const units = unitsOf(parts, [entryText(nest), ...converting], source);
  return {
    language: 'c',
    source,
    args: argumentsOf(nest),
    workspaceBytes,
    openmp,
    requires: target.vector.features,
    ...defined({ units }),
  };
}

function staticFunction(name: string, { parameters, lines }: FunctionParts, attribute = ''): string {
  return functionText(`static ${attribute}void ${name}(${parameters.join(', ')})`, lines);
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
