/** The sizes that all of a workload of source follows from: as users type them, and as logs write them. */
import type { Workload, WorkloadArg } from '../../operator/operator.js';
import { arraysOf } from '../../ir/source-kernel.js';
import type { SourceArgument } from '../../ir/source-kernel.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { Spec } from './spec.js';

/** `m=512,n=64` as sizes. Throws UsageError with the nearest. */
export function readSizes(
  { sizes }: Spec,
  named: ReadonlyMap<string, Readonly<Record<string, number>>>,
  asked: string,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> {
  const listed = named.get(asked) ?? (asked.includes('=') ? parseSizes(asked) : undefined);
  if (!listed)
    throw new UsageError(
      `There is no workload "${asked}"${didYouMean(asked, [...named.keys()])} Or give sizes, as m=64,n=32.`,
    );
  const all: Record<string, number> = { ...sizes };
  for (const [name, value] of [...Object.entries(listed), ...Object.entries(given)]) {
    if (!Object.hasOwn(sizes, name))
      throw new UsageError(`There is no size "${name}"${didYouMean(name, Object.keys(sizes))}`);
    const extent = Number(value);
    if (!Number.isInteger(extent) || extent < 1 || extent > 2 ** 31)
      throw new UsageError(`The size ${name} must be a whole number from 1 to 2^31, not "${value}".`);
    all[name] = extent;
  }
  return all;
}

/** `m=64,n=32` as text by name. */
export function parseSizes(text: string): Readonly<Record<string, string>> {
  const parts = text.split(',').map((part) => part.split('='));
  if (parts.every((part) => part.length === 2)) return Object.fromEntries(parts) as Record<string, string>;
  throw new UsageError(`"${text}" are no sizes: write them as m=64,n=32.`);
}

export function sizesText(sizes: Readonly<Record<string, number>>): string {
  return Object.entries(sizes)
    .map(([name, size]) => `${name}=${size}`)
    .join(',');
}

/** Arrays as AutoTVM writes tensors, and the sizes that all follow from. */
export function encode(all: readonly SourceArgument[], { shape }: Workload): readonly WorkloadArg[] {
  return [
    ...arraysOf(all).map((one) => ['TENSOR', [...one.shape], one.type]),
    ...Object.entries(shape).map(([name, size]) => ['SIZE', name, size as number]),
  ];
}

export function decode(
  operator: string,
  { sizes }: Spec,
  args: readonly WorkloadArg[],
): Readonly<Record<string, number>> {
  const found = new Map(
    args.flatMap((arg) => (Array.isArray(arg) && arg[0] === 'SIZE' ? [[arg[1], arg[2]] as const] : [])),
  );
  return Object.fromEntries(
    Object.keys(sizes).map((name) => {
      const size: unknown = found.get(name);
      if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 2 ** 31) return [name, size];
      throw new UsageError(`The arguments are not those of ${operator}: the size "${name}" is missing.`);
    }),
  );
}
