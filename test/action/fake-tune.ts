/** What a `tune` does that stands for the real one, and how it was called. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Fake {
  /** The verdicts. */
  readonly rows?: readonly { readonly workload: string; readonly [key: string]: unknown }[];
  /** What it appends to logs. */
  readonly logs?: Readonly<Record<string, string>>;
  readonly code?: number;
  /** Of an error. */
  readonly message?: string;
  /** On stderr. */
  readonly says?: string;
  /** Whether it works until it is told to stop. */
  readonly waits?: boolean;
}

/** The input that makes the action start it. */
export const fakeCommand = `sh\n${resolve('test/action/fake-tune.sh')}`;

/** What it says of this machine. */
export const machine = 'intel-test.2c';

/** Where it is told what to do. */
export function fakeIn(folder: string): string {
  return join(folder, '.fake');
}

export function fake(
  folder: string,
  { rows = [], logs = {}, code = 0, message, says = '', waits = false }: Fake,
): void {
  const at = fakeIn(folder);
  rmSync(join(at, 'logs'), { recursive: true, force: true });
  mkdirSync(join(at, 'logs'), { recursive: true });
  const error = { event: 'error', exit: code, message };
  const checks = [{ name: 'fingerprint', status: 'ok', text: machine }];
  const files = {
    'doctor.json': JSON.stringify({ ok: true, checks }),
    stdout: JSON.stringify(message === undefined ? rows : error),
    markdown: `## tune retune\n\n${rows.map(({ workload }) => workload).join('\n')}\n`,
    stderr: says,
    code: String(code),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  for (const [place, [log, text]] of Object.entries(logs).entries()) {
    writeFileSync(join(at, 'logs', String(place)), text);
    writeFileSync(join(at, 'logs', `${place}.to`), `${log}\n`);
  }
  rmSync(join(at, 'waits'), { force: true });
  if (waits) writeFileSync(join(at, 'waits'), '');
}

/** The words that it was called with, each time. */
export function callsIn(folder: string): (readonly string[])[] {
  const path = join(fakeIn(folder), 'args');
  if (!existsSync(path)) return [];
  const calls = readFileSync(path, 'utf8').split('\0\n\0').slice(0, -1);
  return calls.map((call) => call.split('\0'));
}

/** Its environments. */
export function environmentsIn(folder: string): string {
  return readFileSync(join(fakeIn(folder), 'env'), 'utf8');
}
