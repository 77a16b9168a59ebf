import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { withQuickGcc } from '../support/quick-gcc.js';

const bin = resolve('bin/tune');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds what bin/tune runs, if it is older than the sources. */
export function buildOnce(): void {
  const { status, stderr } = spawnSync('sh', [resolve('bin/setup')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bin/setup failed: ${stderr}`);
}

/** Runs bin/tune to its end in a folder of its own. */
export function tune(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...withQuickGcc(), NODE_OPTIONS: '', ...env },
    timeout: 200_000,
  });
  return { code: status, stdout, stderr };
}

/** Starts bin/tune as the leader of a process group, as a shell does. */
export function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...args], {
    cwd,
    detached: true,
    env: { ...process.env, ...withQuickGcc(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => {
    child.on('close', (code) => {
      done({ code, stdout, stderr });
    });
  });
}

/** The lines of some JSON output. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
