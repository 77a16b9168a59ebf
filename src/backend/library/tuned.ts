/** Where, when and with what time kernels were tuned, as the files of a library say it. */
import { formatTime, plural } from '../../target/format.js';
import { grouped } from '../../target/grouped.js';

/** A measurement. A log may lack machine and date. */
export interface Tuned {
  /** Its fingerprint. */
  readonly machine: string | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: number | undefined;
  /** Of a call. */
  readonly seconds: number;
}

/** `Tuned on amd-epyc.2c, 2026-11-20: 412 µs a call.` */
export function tunedText(tuned: Tuned | undefined): string {
  return tuned ? `Tuned ${placeOf(tuned)}: ${formatTime(tuned.seconds)} a call.` : 'Not measured.';
}

/** The same of all kernels of a library, machine by machine. */
export function allTunedText(kernels: readonly (Tuned | undefined)[]): string {
  const measured = kernels.filter((tuned) => tuned !== undefined);
  const parts = Array.from(grouped(measured, placeOf), ([place, of]) => `${plural(of.length, 'kernel')} ${place}`);
  const missing = kernels.length - measured.length;
  if (measured.length === 0) return `None of ${plural(kernels.length, 'kernel')} was measured.`;
  return `Tuned: ${[...parts, ...(missing > 0 ? [`${missing} not measured`] : [])].join('; ')}.`;
}

function placeOf({ machine, timestamp }: Tuned): string {
  const day = timestamp === undefined || timestamp <= 0 ? undefined : new Date(1000 * timestamp);
  const date = day && !Number.isNaN(day.getTime()) ? `, ${day.toISOString().slice(0, 10)}` : '';
  return `on ${machine ?? 'an unknown machine'}${date}`;
}
