import type { FarmConnection } from './connection.js';
import { buildQueue, runQueue } from './queue-names.js';
import { Registry } from './registry.js';

interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/** Jobs of a queue by what is done to them. */
async function countsOf(farm: FarmConnection, name: string): Promise<QueueCounts> {
  const queue = new farm.bullmq.Queue(name, farm.queueOptions());
  queue.on('error', () => undefined);
  try {
    const counts = await queue.getJobCounts('waiting', 'active', 'failed', 'prioritized');
    const { waiting = 0, active = 0, failed = 0, prioritized = 0 } = counts;
    return { waiting: waiting + prioritized, active, failed };
  } finally {
    await queue.close();
  }
}

/** Everybody who serves a farm, and what they do. */
export async function farmStatus(farm: FarmConnection): Promise<{
  readonly other_versions: { name: string; version: string }[];
  readonly devices: {
    name: string;
    state: 'idle' | 'busy' | 'drained' | 'gone';
    kind: string;
    fingerprint: string;
    target: string;
    tags: Record<string, string>;
    host: string;
    emulated: boolean;
    waiting: number;
    active: number;
    failed: number;
  }[];
  readonly builders: {
    name: string;
    state: 'here' | 'gone';
    host: string;
    jobs: number;
    lanes: { lane: string; compiler: string; waiting: number; active: number; failed: number }[];
  }[];
}> {
  const registry = new Registry(farm);
  const [devices, builders] = await Promise.all([registry.devices(), registry.builders()]);
  const others = await Promise.all([registry.others('devices'), registry.others('builders')]);
  return {
    other_versions: others.flat(),
    devices: await Promise.all(
      devices.map(async ({ card, alive, drained }) => {
        const { name, kind, fingerprint, targets, tags, host, emulated } = card;
        const counts = await countsOf(farm, runQueue(name));
        const atWork = counts.active > 0 ? 'busy' : 'idle';
        const state = !alive ? 'gone' : drained ? 'drained' : atWork;
        const target = Object.values(targets)[0] ?? '';
        return { name, state, kind, fingerprint, target, tags: { ...tags }, host, emulated, ...counts };
      }),
    ),
    builders: await Promise.all(
      builders.map(async ({ card, alive }) => {
        const { name, host, jobs, lanes } = card;
        const counted = lanes.map(async ({ lane, compiler }) => ({
          lane,
          compiler,
          ...(await countsOf(farm, buildQueue(lane, compiler))),
        }));
        return { name, state: alive ? 'here' : 'gone', host, jobs, lanes: await Promise.all(counted) };
      }),
    ),
  };
}
