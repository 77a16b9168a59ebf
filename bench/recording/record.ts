import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkError } from '../../src/target/errors.js';
import { packageRoot } from '../../src/target/root.js';
import type { Recording } from './asciicast.js';

/**
 * Runs a command of the shell in a pseudo-terminal, in a folder that has `bin/` and nothing else. Throws WorkError when
 * it fails, or prints a path or the name of this machine.
 */
export async function record(command: string, width: number, height: number): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'tune-recording-'));
  try {
    symlinkSync(join(packageRoot(), 'bin'), join(folder, 'bin'));
    const events = [{ seconds: 0, text: `\u001B[2m$\u001B[22m ${command}\r\n` }];
    events.push(...(await outputOf(command, width, height, folder)));
    const written = events.map(({ text }) => text).join('');
    const named = [folder, packageRoot(), homedir(), hostname()].find((name) => hasWord(written, name));
    if (named !== undefined) throw new WorkError(`${command} prints "${named}", which belongs into no picture.`);
    return { width, height, title: command, events };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function outputOf(command: string, width: number, height: number, cwd: string): Promise<Recording['events']> {
  const sized = `stty cols ${width} rows ${height} && ${command}`;
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn('script', ['-qefc', sized, '/dev/null'], { cwd, stdio });
  const closed = once(child, 'close');
  const start = performance.now();
  const events: { readonly seconds: number; readonly text: string }[] = [];
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => events.push({ seconds: (performance.now() - start) / 1000, text }));
  const [status] = (await closed) as [number | null];
  if (status !== 0) throw new WorkError(`${command} ended with ${status ?? 'a signal'}: run it to see why.`);
  return events;
}

function hasWord(text: string, word: string): boolean {
  return text
    .split(word)
    .some((before, i, parts) => i < parts.length - 1 && !/\w$/.test(before) && !/^\w/.test(parts[i + 1]!));
}
