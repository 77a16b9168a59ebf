/** The functions of each kernel, with what a caller has to know of them: `include/NAME_kernels.h`. */
import type { KernelArg } from '../../../ir/device-kernel.js';
import { formatBytes } from '../../../target/format.js';
import type { Workload } from '../../../operator/operator.js';
import { commentText } from '../../library/head-comment.js';
import { extentsInMemory } from '../../library/extents.js';
import { typeInHeader } from '../../library/element-files.js';
import { tunedText } from '../../library/tuned.js';
import { cpuFacts } from './compile-line.js';
import type { TableKernel } from './table.js';

export function headerText(name: string, kernels: readonly TableKernel[]): string {
  const guard = `${name.toUpperCase()}_KERNELS_H`;
  return (
    [
      `/* The kernels of ${name}, one by one. Written by tune. ${name}.h finds the right one for a shape. */`,
      `#ifndef ${guard}\n#define ${guard}`,
      `#include "${name}.h"`,
      '#ifdef __cplusplus\nextern "C" {\n#endif',
      ...kernels.map((kernel) => kernelText(name, kernel)),
      '#ifdef __cplusplus\n}\n#endif',
      '#endif',
    ].join('\n\n') + '\n'
  );
}

function kernelText(library: string, kernel: TableKernel): string {
  const { name, item, operator, workload, target, exported } = kernel;
  const { args, workspaceBytes, prototypes } = exported;
  const lines = [
    `${operator} ${workload} by ${item.task.template.name} for ${target}, from ${item.origin}.`,
    tunedText(item.tuned),
    ...cpuFacts(exported.requires),
    ...args.map((arg) => `  ${arg.name}: ${describe(arg, typeInHeader(library, arg.dtype), item.task.workload, name)}`),
    workspaceBytes > 0
      ? `  workspace: ${name}_workspace bytes, whatever they hold`
      : '  workspace: none is needed, NULL will do',
  ];
  const sizes = [
    ...(workspaceBytes > 0 ? [`enum { ${name}_workspace = ${workspaceBytes} };`] : []),
    ...args
      .filter(({ packedBytes }) => packedBytes > 0)
      .map((arg) => `enum { ${name}_packed_${arg.name} = ${arg.packedBytes} };`),
  ];
  const functions = [prototypes.run, ...[...prototypes.conversions.values()].map(({ prototype }) => prototype)];
  return [commentText(lines).trimEnd(), ...functions, ...sizes].join('\n');
}

function describe(
  { name, shape, packedBytes, role }: KernelArg,
  type: string,
  workload: Workload,
  kernel: string,
): string {
  const plain = `${type}${extentsInMemory({ name, shape }, workload)
    .map((extent) => `[${extent}]`)
    .join('')}`;
  if (packedBytes === 0) return plain;
  const size = `${kernel}_packed_${name} bytes (${formatBytes(packedBytes)})`;
  return role === 'input'
    ? `${size}, which ${kernel}_pack_${name} makes of ${plain}`
    : `${size}, of which ${kernel}_unpack_${name} makes ${plain}`;
}
