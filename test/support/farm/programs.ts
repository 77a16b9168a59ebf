/** Workers and tuners of a farm as programs of their own, which can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a script of `test/soak`, built; `host` is a command in front that says where. */
export function startScript(name: string, args: readonly string[], host: readonly string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(`../../soak/${name}`, import.meta.url));
  const [command, ...rest] = [...host, process.execPath, path, ...args] as [string, ...string[]];
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
}

export interface WorkerProgram {
  readonly kind: 'device' | 'builder';
  readonly names: readonly string[];
  /** Of a trial or a build. */
  readonly milliseconds: number;
  /** File for what devices start. */
  readonly journal?: string;
  readonly host?: readonly string[];
}

/** Simulated workers, once they serve. */
export async function startWorker(url: string, of: WorkerProgram): Promise<ChildProcess> {
  const { kind, names, milliseconds, journal = '-', host } = of;
  const child = startScript('farm-worker.js', [url, kind, String(milliseconds), journal, ...names], host);
  await once(child.stdout!, 'data');
  return child;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
