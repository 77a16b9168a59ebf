import { hostname } from 'node:os';
import { z } from 'zod';
import { servedBuilder } from '../backend/farm/served-builder.js';
import { servedDevice } from '../backend/farm/served-device.js';
import { defaultBackend } from '../backend/registry.js';
import { FarmConnection } from '../measure/farm/connection.js';
import { nameSchema } from '../measure/farm/messages.js';
import { serveBuilder } from '../measure/farm/serve-builder.js';
import { serveDevice } from '../measure/farm/serve-device.js';
import type { ServeEvents } from '../measure/farm/serve-events.js';
import { checked } from '../target/checked.js';
import { UsageError } from '../target/errors.js';
import { machine } from '../target/machine.js';

/** The options of a worker. */
const workerOptionsSchema = z.strictObject({
  queue: z.string().describe('URL of the Redis of the farm'),
  device: nameSchema.exactOptional().describe('serves this machine’s device by this name: runs and times'),
  build: z.boolean().default(false).describe('serves this machine’s compilers'),
  name: nameSchema.exactOptional().describe('of a builder (default: the host’s)'),
  jobs: z.int().min(1).max(1024).exactOptional().describe('compilers at once (default: the cores)'),
  tags: z
    .record(nameSchema, z.string().regex(/^[\w.+-]{0,64}$/, 'must be letters, digits and _ . + -'))
    .default({})
    .describe('words that the device is found by'),
  target: z.string().default(defaultBackend.kind).describe('of the device; a CPU of another architecture is emulated'),
  runner: z.string().exactOptional().describe('path of the native program, where the device has no compiler'),
  signal: z.instanceof(AbortSignal).describe('ends it after the job in flight'),
});
export type WorkerOptions = Readonly<z.input<typeof workerOptionsSchema>>;

/**
 * Serves a farm until the signal is aborted: the compilers of this machine, or its device. Throws UsageError for
 * options that cannot be, WorkError where Redis does not answer, MissingError for what Redis or this machine lacks.
 */
export async function serveFarm(given: WorkerOptions, events: ServeEvents): Promise<void> {
  const options = checked(workerOptionsSchema, given);
  const { queue, device, build, signal } = options;
  if (build === (device !== undefined))
    throw new UsageError('A worker needs --device NAME, to run and time, or --build, to compile: one of them.');
  const farm = await FarmConnection.open(queue);
  try {
    if (device === undefined) {
      const { name = nameOfHost(), jobs = machine().cores } = options;
      await serveBuilder(farm, (scratch) => servedBuilder({ name, jobs }, scratch), signal, events);
    } else {
      const { tags, target, runner } = options;
      await serveDevice(farm, servedDevice({ name: device, tags, target, runner }), signal, events);
    }
  } finally {
    await farm.close();
  }
}

function nameOfHost(): string {
  return hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 64);
}
