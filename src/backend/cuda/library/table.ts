/** The table of a library's kernels for GPUs: `src/table.c`, as native/export/cuda/tunelib_cuda.h declares them. */
import { elements } from '../../../codegen/places.js';
import type { Task } from '../../../templates/template.js';
import type { CudaKernel, Launch, TensorMap } from '../cuda-kernel.js';

export interface TableKernel {
  readonly name: string;
  readonly task: Task;
  readonly kernel: CudaKernel;
  /** Undefined of what is found by the name of its workload. */
  readonly words: readonly number[] | undefined;
  readonly seconds: number | undefined;
  readonly tolerance: number;
}

/** `suffix`: what the names of functions end with in a cubin. */
export function tableText(name: string, kernels: readonly TableKernel[], suffix: string): string {
  return [
    `/* The kernels of ${name} for GPUs, and how they are launched. Written by tune. */`,
    '#include "table.h"',
    ...kernels.map((kernel, i) => partsText(name, kernel, i, suffix)),
    `const ${name}_cuda_kernel ${name}_cuda_kernels[] = {\n${kernels.map(kernelText).join('\n')}\n};`,
    `const int ${name}_cuda_kernel_count = ${kernels.length};\n`,
  ].join('\n\n');
}

function partsText(name: string, { kernel, words }: TableKernel, i: number, suffix: string): string {
  const { packs = [], unpack, launches, args } = kernel;
  const converters = [...packs, ...(unpack ? [unpack] : [])];
  const launch = (one: Launch, maps: string): string => {
    const sizes = [one.grid, one.block].map((extents) => `{${extents.join(', ')}}`).join(', ');
    const count = one.maps?.length ?? 0;
    return `{"${one.name}${suffix}", ${sizes}, ${one.sharedBytes}, ${count}, ${count > 0 ? maps : 'NULL'}}`;
  };
  const mapsOf = (ones: readonly Launch[], title: string): string[] =>
    ones.flatMap(({ maps = [] }, place) =>
      maps.length > 0 ? [`static const ${name}_cuda_map ${title}_${place}[] = {${maps.map(mapText).join(', ')}};`] : [],
    );
  const list = (ones: readonly Launch[], title: string): string[] =>
    ones.length === 0
      ? []
      : [
          ...mapsOf(ones, `${title}_maps_${i}`),
          `static const ${name}_cuda_launch ${title}_${i}[] = {`,
          ...ones.map((one, place) => `    ${launch(one, `${title}_maps_${i}_${place}`)},`),
          '};',
        ];
  let converted = 0;
  const rows = args.map(({ name: title, shape, packedBytes }) => {
    const convert = packedBytes > 0 ? `&converters_${i}[${converted++}]` : 'NULL';
    return `    {"${title}", ${elements(shape)}, ${packedBytes}, ${convert}},`;
  });
  return [
    ...list(launches, 'launches'),
    ...list(converters, 'converters'),
    `static const ${name}_cuda_argument arguments_${i}[] = {`,
    ...rows,
    '};',
    ...(words ? [`static const int shape_${i}[] = {${[...words, 0, 0, 0].join(', ')}};`] : []),
  ].join('\n');
}

/** Dimensions from the innermost to the outermost. */
function mapText({ argument, offset, elementBytes, shape, box, swizzle }: TensorMap): string {
  const inwards = (extents: readonly number[]): string => `{${extents.toReversed().join(', ')}}`;
  return `{${argument}, ${elementBytes}, ${shape.length}, ${swizzle}, ${offset}, ${inwards(shape)}, ${inwards(box)}}`;
}

function kernelText({ name, task, kernel, words, seconds = 0, tolerance }: TableKernel, i: number): string {
  const { workload, target } = task;
  const type = kernel.args.at(-1)!.dtype;
  const names = [name, workload.operator, workload.name, type, target.arch].map((text) => JSON.stringify(text));
  const shape = words ? [`shape_${i}`, words.length] : ['NULL', 0];
  const parts = [...shape, `arguments_${i}`, kernel.args.length - 1, `launches_${i}`];
  const rest = [kernel.launches.length, kernel.workspaceBytes, seconds, tolerance];
  return `    {${[...names, ...parts, ...rest].join(', ')}},`;
}
