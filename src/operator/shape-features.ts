/**
 * How large a workload is and of what form, as numbers that a program in C can compute of a shape, too: extents, FLOPs,
 * bytes, and their ratios.
 */
import { bytesOf, computationOf, type Operator, type Workload } from './operator.js';

export type ShapeFeature =
  | { readonly kind: 'extent'; readonly field: string; readonly place: number | undefined }
  /** Elements of an argument relative to those of another, by their names. */
  | { readonly kind: 'ratio'; readonly of: Argument; readonly to: Argument }
  /** `constants`: how many inputs are known ahead. */
  | { readonly kind: 'constants' | 'flops' | 'bytes' | 'intensity' };

/** The first two inputs, and the output. */
export type Argument = 0 | 1 | 'out';

/** The features of workloads of an operator, in an order that names the plainest first. */
export function shapeFeatures(operator: Operator, workload: Workload): readonly ShapeFeature[] {
  const inputs = ([0, 1] as const).slice(0, computationOf(operator, workload).inputs.length);
  return [
    ...Object.entries(workload.shape).flatMap(([field, value]) => extentsIn(field, value)),
    { kind: 'constants' },
    { kind: 'flops' },
    { kind: 'bytes' },
    { kind: 'intensity' },
    ...inputs.map((to): ShapeFeature => ({ kind: 'ratio', of: 'out', to })),
    ...inputs.slice(1).map((to): ShapeFeature => ({ kind: 'ratio', of: 0, to })),
  ];
}

function extentsIn(field: string, value: unknown): readonly ShapeFeature[] {
  if (isSize(value)) return [{ kind: 'extent', field, place: undefined }];
  if (!Array.isArray(value) || !value.every(isSize)) return [];
  return value.map((_, place) => ({ kind: 'extent', field, place }));
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** `m`, `kernel[0]`, `out/weights`. */
export function featureName(feature: ShapeFeature, operator: Operator, workload: Workload): string {
  if (feature.kind === 'extent')
    return feature.place === undefined ? feature.field : `${feature.field}[${feature.place}]`;
  if (feature.kind !== 'ratio') return feature.kind;
  const { inputs, output } = computationOf(operator, workload);
  const name = (argument: Argument): string => (argument === 'out' ? output : inputs[argument]!).name;
  return `${name(feature.of)}/${name(feature.to)}`;
}

/** The numbers of a workload. */
export function featureValues(
  operator: Operator,
  workload: Workload,
  features: readonly ShapeFeature[],
): readonly number[] {
  const { inputs, output, constants } = computationOf(operator, workload);
  const elements = (argument: Argument): number =>
    (argument === 'out' ? output : inputs[argument]!).shape.reduce((product, extent) => product * extent, 1);
  const [flops, bytes] = [operator.flops(workload), bytesOf(operator, workload)];
  return features.map((feature) => {
    if (feature.kind === 'extent') return extentOf(workload, feature);
    if (feature.kind === 'ratio') return elements(feature.of) / elements(feature.to);
    return { constants: constants.length, flops, bytes, intensity: flops / bytes }[feature.kind];
  });
}

function extentOf({ shape }: Workload, { field, place }: Extract<ShapeFeature, { kind: 'extent' }>): number {
  const value = shape[field];
  return Number(place === undefined ? value : (value as readonly number[])[place]);
}
