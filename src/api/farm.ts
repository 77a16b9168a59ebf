import { z } from 'zod';
import { FarmConnection } from '../measure/farm/connection.js';
import { farmStatus } from '../measure/farm/status.js';
import { Registry } from '../measure/farm/registry.js';
import { TuneError, UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import type { Check } from '../backend/capabilities/examine.js';

const queueSchema = z.object({
  waiting: z.number(),
  active: z.number(),
  failed: z.number().describe('that failed in the last ten minutes'),
});

export const farmSchema = z.object({
  devices: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['idle', 'busy', 'drained', 'gone']),
      kind: z.string(),
      fingerprint: z.string(),
      target: z.string().describe('of float32'),
      tags: z.record(z.string(), z.string()),
      host: z.string(),
      emulated: z.boolean(),
      ...queueSchema.shape,
    }),
  ),
  builders: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['here', 'gone']),
      host: z.string(),
      jobs: z.number(),
      lanes: z.array(z.object({ lane: z.string(), compiler: z.string(), ...queueSchema.shape })),
    }),
  ),
  other_versions: z
    .array(z.object({ name: z.string(), version: z.string() }))
    .describe('workers of another version of tune, which are not used'),
});

/** What `farm` returns and `tune farm status --json` prints. */
export type FarmStatus = Readonly<z.output<typeof farmSchema>>;

/** Workers, devices, what they do, queue lengths and failures. Throws as `FarmConnection.open`. */
export async function farm(url: string): Promise<FarmStatus> {
  const connection = await FarmConnection.open(url);
  try {
    return await farmStatus(connection);
  } finally {
    await connection.close();
  }
}

/** Has a device get nothing new, or again. Throws UsageError with the nearest name for one that is not known. */
export async function drainDevice(url: string, name: string, isDrained: boolean): Promise<void> {
  const connection = await FarmConnection.open(url);
  try {
    const registry = new Registry(connection);
    const names = (await registry.devices()).map(({ card }) => card.name);
    if (!names.includes(name))
      throw new UsageError(
        `The farm has no device "${name}"${didYouMean(name, names)} \`tune farm status\` lists them.`,
      );
    await registry.drain(name, isDrained);
  } finally {
    await connection.close();
  }
}

/** What a farm needs of its Redis, whether that holds or not. Throws as `FarmConnection.openUnchecked`. */
export async function examineFarm(url: string): Promise<readonly Check[]> {
  const connection = await FarmConnection.openUnchecked(url);
  try {
    const found = (await connection.checks()).map(({ name, ok, text, fix }): Check =>
      ok ? { name, status: 'ok', text } : { name, status: 'missing', text, fix },
    );
    return [...found, ...(await examineObjects(connection))];
  } finally {
    await connection.close();
  }
}

/** Whether a bucket can be used; Redis and a folder can where the farm is connected to. */
async function examineObjects({ objects }: FarmConnection): Promise<readonly Check[]> {
  if (!objects.check) return [];
  const name = 'farm objects';
  try {
    await objects.check();
    return [{ name, status: 'ok', text: 'the bucket can be listed' }];
  } catch (error) {
    if (error instanceof TuneError) return [{ name, status: 'missing', text: error.message }];
    throw error;
  }
}
