/** Runs the action's entry as a runner does. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withQuickGcc } from '../support/quick-gcc.js';
import { commit } from './fake-github.js';
import { fakeIn } from './fake-tune.js';

export const token = 'ghs_not-for-anybody-else';

export interface Job {
  /** The workspace, with a checkout in it. */
  readonly folder: string;
  readonly api?: string;
  readonly event: string;
  readonly payload?: object;
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with what it has said so far, and what ends it. */
  readonly onOutput?: (said: string, kill: (signal: NodeJS.Signals) => void) => void;
}

export interface Done {
  readonly code: number | null;
  /** Stdout and stderr. */
  readonly said: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export async function runJob({ folder, api = 'http://127.0.0.1:1', event, payload = {}, ...of }: Job): Promise<Done> {
  const runner = join(folder, '.runner');
  mkdirSync(runner, { recursive: true });
  const file = (name: string, text = ''): string => {
    writeFileSync(join(runner, name), text);
    return join(runner, name);
  };
  const given = { token, ...of.inputs };
  const inputs = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const [outputs, summary] = [file('output'), file('summary')];
  const child = spawn(process.execPath, [resolve('action/main.mjs')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...withQuickGcc(),
      NODE_OPTIONS: '',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: api,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'someone/kernels',
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: file('event.json', JSON.stringify(payload)),
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_REF_NAME: 'main',
      GITHUB_REF_TYPE: 'branch',
      GITHUB_SHA: commit,
      GITHUB_RUN_ID: '42',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: join(runner, 'temp'),
      ACTIONS_RUNTIME_TOKEN: token,
      FAKE: fakeIn(folder),
      ...(Object.fromEntries(inputs) as NodeJS.ProcessEnv),
      ...of.env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      of.onOutput?.(said, (signal) => void child.kill(signal));
    });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, said, outputs: outputsIn(readFileSync(outputs, 'utf8')), summary: readFileSync(summary, 'utf8') };
}

/** `name<<end`, the value, `end`: the last one of each name. */
function outputsIn(text: string): Record<string, string> {
  const found = text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm);
  return Object.fromEntries(Array.from(found, ([, name, , value]) => [name!, value!]));
}
