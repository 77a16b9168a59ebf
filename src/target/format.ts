/** Numbers as people read them. Pure functions; units are in the names of the parameters. */

/** `1.97 ms`, `412 µs`, `2.50 s`: three significant digits. */
export function formatTime(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1, 's'],
    [1e-3, 'ms'],
    [1e-6, 'µs'],
  ];
  const [scale, unit] = units.find(([scale]) => seconds >= scale) ?? [1e-9, 'ns'];
  return `${significant(seconds / scale)} ${unit}`;
}

/** `115.2`, `8.41`: GFLOPS with what one can believe of them. */
export function formatGflops(flopsPerSecond: number): string {
  const gflops = flopsPerSecond / 1e9;
  return gflops >= 100 ? gflops.toFixed(1) : significant(gflops);
}

/** What a speed counts: operations on floats or on whole numbers, or bytes. */
export type Counts = 'flops' | 'ops' | 'bytes';

/** Of 10^9 a second. */
export const speedUnits: Readonly<Record<Counts, string>> = { flops: 'GFLOPS', ops: 'Gop/s', bytes: 'GB/s' };

/** `115.2 GFLOPS`, `440.3 Gop/s` of operations on whole numbers, `14.7 GB/s` where bytes are counted. */
export function formatSpeed(perSecond: number, counts: Counts): string {
  return `${formatGflops(perSecond)} ${speedUnits[counts]}`;
}

/** `4:07` or `1:02:09`, for times to go. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `96 %`, `0.4 %`. */
export function formatPercent(fraction: number): string {
  const percent = 100 * fraction;
  return `${percent >= 10 || percent === 0 ? percent.toFixed(0) : percent.toFixed(1)} %`;
}

/** Three significant digits without an exponent. */
function significant(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
}

/** `32 KiB`, `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  const [unit, scale] =
    bytes >= 2 ** 30
      ? (['GiB', 2 ** 30] as const)
      : bytes >= 2 ** 20
        ? (['MiB', 2 ** 20] as const)
        : (['KiB', 2 ** 10] as const);
  return `${Number((bytes / scale).toFixed(1))} ${unit}`;
}

/** `1 trial`, `3 trials`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A word as a shell reads it. */
export function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
