import { drainDevice, farm, type FarmStatus } from '../../api/farm.js';
import { otherVersions } from '../../measure/farm/other-versions.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';

/** Of `tune farm status`. */
export interface FarmFlags {
  readonly queue: string;
  readonly json?: true;
}

/** Of `tune farm drain`. */
export interface DrainFlags {
  readonly queue: string;
  readonly undo?: true;
}

/** `tune farm status`. */
export async function farmStatusCommand({ queue, json }: FarmFlags, output: Output): Promise<void> {
  const status = await farm(queue);
  output.stdout(json ? JSON.stringify(status, null, 2) : render(status, output));
}

/** `tune farm drain DEVICE`. */
export async function farmDrainCommand(name: string, { queue, undo }: DrainFlags, output: Output): Promise<void> {
  await drainDevice(queue, name, undo !== true);
  output.stdout(undo ? `${name} gets jobs again.` : `${name} gets nothing new; --undo lets it again.`);
}

function render({ devices, builders, other_versions: others }: FarmStatus, { paint, columns }: Output): string {
  const counts = ['waiting', 'active', 'failed'] as const;
  const head = (...titles: readonly string[]): string[] => titles.map((title) => paint.dim(title));
  const deviceRows = devices.map((one) => [
    one.name,
    one.state,
    ...counts.map((count) => String(one[count])),
    one.target,
    Object.entries(one.tags)
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
    one.fingerprint,
  ]);
  const builderRows = builders.flatMap(({ name, state, jobs, lanes }) =>
    lanes.map((lane) => [
      name,
      state,
      ...counts.map((count) => String(lane[count])),
      String(jobs),
      lane.lane,
      lane.compiler,
    ]),
  );
  return [
    renderTable(head('device', 'state', ...counts, 'target', 'tags', 'fingerprint'), deviceRows, columns),
    renderTable(head('builder', 'state', ...counts, 'jobs', 'builds for', 'compiler'), builderRows, columns),
    ...(others.length > 0 ? [`Not used, of another version of tune: ${otherVersions(others)}.`] : []),
  ].join('\n\n');
}
