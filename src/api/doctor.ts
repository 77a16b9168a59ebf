import { z } from 'zod';
import type { Check } from '../backend/capabilities/examine.js';
import { examineFarm } from './farm.js';
import { AutoTrainer } from '../model/trainer/auto.js';
import { howToGet } from '../model/trainer/how-to-get.js';
import { TuneError } from '../target/errors.js';
import { isAtLeast, oldestVersions } from '../target/oldest.js';
import { backends } from '../backend/registry.js';
import { soakSchema } from '../products/soak/report.js';

export const doctorSchema = z.object({
  ok: z.boolean().describe('false where something is missing'),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'missing', 'absent']).describe('`absent`: not here, and not needed by everybody'),
      text: z.string().describe('what was found, or what the lack of it means'),
      fix: z.string().exactOptional().describe('how to get it'),
    }),
  ),
  soak: soakSchema.exactOptional().describe('with `--soak`, where nothing is missing'),
});

/** What is installed, and what is missing: what `doctor` returns and `tune doctor --json` prints. */
export type Health = Readonly<z.output<typeof doctorSchema>>;

/**
 * Looks at everything that a tuning run uses, at what every kind of target needs, and at the Redis of a farm. Throws as
 * `FarmConnection.open` where that cannot be asked.
 */
export async function doctor({ farm }: { readonly farm?: string } = {}): Promise<Health> {
  const checks = [...(await examine()), ...(farm === undefined ? [] : await examineFarm(farm))];
  return { ok: checks.every(({ status }) => status !== 'missing'), checks };
}

async function examine(): Promise<Check[]> {
  const checks: Check[] = [checkNode(process.versions.node), await checkXgboost()];
  for (const backend of backends) checks.push(...((await backend.examine?.()) ?? []));
  return checks;
}

/** @internal Tests ask it about other versions of Node. */
export function checkNode(version: string): Check {
  const oldest = oldestVersions().node;
  return isAtLeast(version, oldest)
    ? { name: 'node', status: 'ok', text: version }
    : {
        name: 'node',
        status: 'missing',
        text: `${version} is too old`,
        fix: `install Node.js ${oldest} or newer: https://nodejs.org/en/download`,
      };
}

/** What trains the cost models by default. */
async function checkXgboost(): Promise<Check> {
  const trainer = new AutoTrainer();
  try {
    const { name } = await trainer.chosen();
    const { version, path } = await trainer.examine();
    return { name: 'xgboost', status: 'ok', text: `${version}, the ${name} ${path}` };
  } catch (error) {
    if (!(error instanceof TuneError)) throw error;
    const text = error.message.replace(`: ${howToGet}.`, '');
    return { name: 'xgboost', status: 'missing', text, fix: howToGet };
  } finally {
    await trainer.close();
  }
}
