import type { WorkloadArg } from '../../operator/operator.js';

/** `1x64x56x56 64x64x3x3`: the shapes of the arguments that are tensors. */
export function shapesIn(args: readonly WorkloadArg[]): string {
  return args.filter(isTensor).map(asText).join(' ');
}

/** `["TENSOR", shape, type]`. */
function isTensor(arg: WorkloadArg): arg is readonly ['TENSOR', readonly WorkloadArg[], ...WorkloadArg[]] {
  return Array.isArray(arg) && arg[0] === 'TENSOR' && Array.isArray(arg[1]);
}

export function asText(arg: WorkloadArg): string {
  if (isTensor(arg)) return arg[1].join('x') || 'scalar';
  return Array.isArray(arg) ? arg.map(asText).join('x') : String(arg);
}
