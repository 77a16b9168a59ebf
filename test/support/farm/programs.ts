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

/** Simulated workers, once they serve. Throws where they end before. */
export async function startWorker(url: string, of: WorkerProgram): Promise<ChildProcess> {
  const { kind, names, milliseconds, journal = '-', host } = of;
  const child = startScript('farm-worker.js', [url, kind, String(milliseconds), journal, ...names], host);
  await whenReady(child, names.join(', '));
  return child;
}

/** Waits for the first output of a worker. */
export async function whenReady(child: ChildProcess, name: string): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`worker ${name} ended before it was ready`);
  });
  await Promise.race([once(child.stdout!, 'data'), ended]);
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return;
  child.kill(signal);
  await once(child, 'exit');
}
