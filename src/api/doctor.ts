import { spawnSync } from 'node:child_process';
import type { Check } from '../backend/backend.js';
import { backends } from '../backend/registry.js';
import type { Health } from './schema/doctor.js';

const oldestNode = [20, 19] as const;

/** Looks at everything that a tuning run uses, and at what every kind of target needs. */
export async function doctor(): Promise<Health> {
  const checks = await examine();
  return { ok: checks.every(({ status }) => status !== 'missing'), checks };
}

async function examine(): Promise<Check[]> {
  const checks: Check[] = [checkNode(process.versions.node), checkXgboost()];
  for (const backend of backends) checks.push(...(await backend.examine()));
  return checks;
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fine = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return fine
    ? { name: 'node', status: 'ok', text: version }
    : {
        name: 'node',
        status: 'missing',
        text: `${version} is too old`,
        fix: 'install Node.js 20.19 or newer: https://nodejs.org',
      };
}

/** The cost models need the command-line program, which XGBoost no longer has since version 3. */
function checkXgboost(): Check {
  const fix = 'apt-get install xgboost (until then: --explorer random)';
  const version = /(\d+)\.\d+\.\d+/.exec(ask('xgboost', ['--version']) ?? '');
  if (!version) return { name: 'xgboost', status: 'missing', text: 'trains the cost model', fix };
  return { name: 'xgboost', status: 'ok', text: version[0] };
}

function ask(program: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}
