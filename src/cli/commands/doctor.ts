import { doctor } from '../../api/doctor.js';
import type { Health } from '../../api/doctor.js';
import { soak } from '../../api/soak.js';
import { loadNote, measureLoad } from '../../target/load.js';
import { Exit } from '../errors.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { timeBar } from '../render/counter.js';
import { renderHealth } from '../render/health.js';
import { renderSoak } from '../render/soak.js';
import { defined } from '../../target/defined.js';

/** Of `tune doctor`. */
export interface DoctorFlags {
  /** Minutes. */
  readonly soak?: number;
  readonly threads?: number;
  readonly farm?: string;
  readonly json?: true;
}

/**
 * `tune doctor`. Exits with 3 when something that a CPU target needs is missing; with --soak, with 1 when a kernel that
 * fails was taken for something else.
 */
export async function doctorCommand(flags: DoctorFlags, output: Output): Promise<void> {
  const { json, soak: minutes, threads, farm } = flags;
  const health = await doctor(defined({ farm }));
  const missing = health.checks.filter(({ status }) => status === 'missing');
  if (!json) output.stdout(renderHealth(health, output));
  if (missing.length > 0 || minutes === undefined) {
    if (json) output.stdout(JSON.stringify(health, null, 2));
    for (const { name, fix } of missing)
      output.stderr(output.paintStderr.red(`${name} is missing: ${fix ?? 'see above'}`));
    if (missing.length > 0) throw new Exit(3);
    return;
  }
  for (const note of loadNote(measureLoad())) noteTo(output)(note);
  const bar = timeBar(60 * minutes, output);
  const interrupt = catchInterrupts(output, bar.stop, 'Stopping after the run in flight');
  try {
    const { signal } = interrupt;
    const found = await soak({
      minutes,
      ...defined({ threads: threads || undefined }),
      signal,
      onProgress: bar.update,
    });
    bar.stop();
    if (json) output.stdout(JSON.stringify({ ...health, soak: found } satisfies Health, null, 2));
    else output.stdout(`\n${renderSoak(found, output)}`);
    if (found.interrupted) throw interrupt.exit;
    if (!found.ok) throw new Exit(1);
  } finally {
    bar.stop();
    interrupt.release();
  }
}
