/** Ends programs that append to a log at random moments, and looks what became of what they had told. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LogWriter, readLog, type LoggedRecord } from '../../src/log/record/log.js';
import { ownRecord } from '../log/record/fixtures.js';

/** How a program ends. */
export type Ending = (child: ChildProcess) => Promise<void> | void;

/** What no handler sees. */
export const killed: Ending = (child) => {
  process.kill(-child.pid!, 'SIGKILL');
};

/** Ctrl-C twice, as fast as impatience. */
export const interruptedTwice: Ending = async (child) => {
  process.kill(-child.pid!, 'SIGINT');
  await setTimeout(20 * Math.random());
  process.kill(-child.pid!, 'SIGINT');
};

/** A terminal that is closed. */
export const hungUp: Ending = (child) => {
  child.stderr?.destroy();
  process.kill(-child.pid!, 'SIGHUP');
};

export interface Rounds {
  /** The program and its arguments; it prints a JSON line for each trial that it acknowledges. */
  readonly command: (log: string) => readonly [string, ...string[]];
  readonly log: string;
  readonly rounds: number;
  /** Longest time from the first acknowledged trial to the end, milliseconds. */
  readonly longest: number;
  readonly ending: Ending;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Toll {
  readonly ended: number;
  readonly acknowledged: number;
  /** Acknowledged trials that the log does not hold, or not on a line of their own. */
  readonly lost: number;
  /** Lines that a program died in, which held nothing acknowledged. */
  readonly fragments: number;
  /** Records behind a fragment on its line. */
  readonly glued: number;
  /** Processes that outlived the program by ten seconds. */
  readonly orphans: number;
}

/** What tells a program's descendants from all other processes. */
const MARK = 'TUNE_KILL_ROUND';

/** Runs a program on one log again and again, and ends it at random moments; then appends once more. */
export async function killRounds({ command, log, rounds, longest, ending, env }: Rounds): Promise<Toll> {
  let [acknowledged, lost, orphans, lines] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const mark = `${process.pid}-${Math.random()}`;
    const child = spawn(command(log)[0], command(log).slice(1), {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, [MARK]: mark },
    });
    const told = await toldUntil(child, ending, longest * Math.random());
    const { records, skippedLines, lastLine } = await contentOf(log);
    const fresh = records.filter(({ line }) => line > lines);
    acknowledged += told.length;
    lost += missing(told, fresh.map(keyOfRecord));
    lines = Math.max(lines, lastLine, records.length + skippedLines);
    orphans += await orphansOf(mark);
  }
  const writer = await LogWriter.open(log);
  await writer.append([ownRecord]);
  await writer.close();
  const whole = await contentOf(log);
  const glued = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.split('{"input"').length > 2).length;
  return { ended: rounds, acknowledged, lost, fragments: whole.skippedLines, glued, orphans };
}

/** Sums of tolls. */
export function total(tolls: readonly Toll[]): Toll {
  const sum = (key: keyof Toll): number => tolls.reduce((so, toll) => so + toll[key], 0);
  return {
    ended: sum('ended'),
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    fragments: sum('fragments'),
    glued: sum('glued'),
    orphans: sum('orphans'),
  };
}

/** Keys of the trials that a program told of before it ended. */
async function toldUntil(child: ChildProcess, ending: Ending, milliseconds: number): Promise<readonly string[]> {
  let stdout = '';
  let isEnding = false;
  child.stderr!.resume();
  const closed = once(child, 'close');
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (isEnding || !stdout.includes('"trial"')) return;
    isEnding = true;
    void setTimeout(milliseconds).then(async () => {
      if (child.exitCode === null) await ending(child);
    });
  });
  await closed;
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1).split('\n');
  return whole.flatMap((line) => (line.includes('"event":"trial"') ? [keyOfEvent(line)] : []));
}

function keyOfEvent(line: string): string {
  const { phase, index } = JSON.parse(line) as { phase: string; index: number };
  return `${phase === 'search' ? 'search' : 'final'} ${index}`;
}

function keyOfRecord({ tune, index }: LoggedRecord): string {
  return `${tune?.phase === 'search' ? 'search' : 'final'} ${index}`;
}

/** How many of some keys others lack. */
function missing(keys: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.filter((key) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  }).length;
}

async function contentOf(
  log: string,
): Promise<{ records: readonly LoggedRecord[]; skippedLines: number; lastLine: number }> {
  const { records, skippedLines, skipped } = await readLog(log);
  return { records, skippedLines, lastLine: Math.max(0, records.at(-1)?.line ?? 0, skipped.at(-1)?.line ?? 0) };
}

/** Processes with a mark in their environment that are still there after ten seconds. */
async function orphansOf(mark: string): Promise<number> {
  const end = performance.now() + 10_000;
  while (marked(mark) > 0 && performance.now() < end) await setTimeout(20);
  return marked(mark);
}

function marked(mark: string): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${MARK}=${mark}`);
    } catch {
      return false; // it has ended meanwhile, or is somebody else's
    }
  }).length;
}
