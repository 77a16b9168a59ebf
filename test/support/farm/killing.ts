/** A search on a farm whose workers, tuner and Redis are killed again and again, and its links cut. */
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FarmConnection } from '../../../src/measure/farm/connection.js';
import { runQueue } from '../../../src/measure/farm/queue-names.js';
import type { Draw } from './forgeries.js';
import type { Hosts } from './hosts.js';
import { tollOf, type Toll } from './kill-toll.js';
import { end, hasEnded, startScript, startWorker } from './programs.js';
import type { TestRedis } from './redis.js';
import { connect } from './simulated-farm.js';
import { hearAnswers, startedIn } from './witness.js';

const deviceNames = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'];
const builderNames = ['b0', 'b1'];
const tunerName = 'tuner';
/** Everything that has a link in a farm of several hosts. */
export const hostNames = [...deviceNames, ...builderNames, tunerName];

/** Milliseconds between two faults, at most, and of a cut link. */
const [PAUSE, CUT] = [1400, 40_000];
/** Milliseconds that the last tuner has without faults, and after which no job may be active. */
const [PEACE, LEASES] = [20_000, 30_000];

type Fault = 'device' | 'builder' | 'Redis' | 'tuner' | 'link';

export interface Killing {
  readonly redis: TestRedis;
  /** Undefined where all are on this machine. */
  readonly hosts: Hosts | undefined;
  readonly kills: number;
  readonly draw: Draw;
}

export interface Killed extends Toll {
  readonly made: Readonly<Partial<Record<Fault, number>>>;
  readonly acknowledged: number;
  /** Programs that ended without being killed. */
  readonly ended: number;
  /** Jobs still active 30 s after the last tuner ended. */
  readonly leases: number;
}

export async function surviveKills(of: Killing): Promise<Killed> {
  const farm = await connect(of.redis.url);
  const programs = new Programs(of);
  const { answered, close } = await hearAnswers(farm, deviceNames);
  const made: Partial<Record<Fault, number>> = {};
  try {
    for (const name of [...builderNames, ...deviceNames, tunerName]) await programs.start(name);
    for (let round = 0; round < of.kills; round++) {
      await setTimeout(of.draw(PAUSE));
      const fault = drawFault(of);
      await strike(fault, of, programs);
      made[fault] = (made[fault] ?? 0) + 1;
    }
    await setTimeout(PEACE);
    await programs.stopTuner();
    await setTimeout(LEASES);
    const { log, journal, acknowledged, ended } = programs;
    const toll = await tollOf({ log, acknowledged, started: startedIn(journal), answered });
    return { ...toll, made, acknowledged: acknowledged.length, ended, leases: await activeJobs(farm) };
  } finally {
    await programs.close();
    await close();
    await farm.close();
  }
}

function drawFault({ draw, hosts }: Killing): Fault {
  const faults: readonly Fault[] = ['device', 'device', 'device', 'device', 'builder', 'Redis', 'tuner'];
  const possible = hosts ? [...faults, 'link' as const] : faults;
  return possible[draw(possible.length)]!;
}

async function strike(fault: Fault, { redis, hosts, draw }: Killing, programs: Programs): Promise<void> {
  const oneOf = (names: readonly string[]): string => names[draw(names.length)]!;
  if (fault === 'Redis') return redis.crash();
  if (fault === 'link') {
    const name = oneOf(hostNames);
    hosts!.cut(name);
    await setTimeout(draw(CUT));
    hosts!.mend(name);
    return undefined;
  }
  return programs.restart(fault === 'tuner' ? tunerName : oneOf(fault === 'device' ? deviceNames : builderNames));
}

/** Those that work on a farm. */
class Programs {
  readonly acknowledged: number[] = [];
  readonly log: string;
  readonly journal: string;
  private endedBefore = 0;
  private readonly running = new Map<string, ChildProcess>();

  constructor(private readonly of: Killing) {
    this.log = join(of.redis.folder, 'log.jsonl');
    this.journal = join(of.redis.folder, 'started');
    writeFileSync(this.journal, '');
  }

  /** Those that ended by themselves, whether they were to be killed since or not. */
  get ended(): number {
    return this.endedBefore + [...this.running.values()].filter(hasEnded).length;
  }

  async start(name: string): Promise<void> {
    const { hosts, redis } = this.of;
    const host = hosts?.at(name) ?? [];
    const url = hosts ? `redis://${hosts.address(name)}` : redis.url;
    if (name === tunerName) {
      this.running.set(name, this.heard(startScript('farm-tuner.js', [url, this.log], host)));
      return;
    }
    const isDevice = deviceNames.includes(name);
    const kind = isDevice ? 'device' : 'builder';
    const worker = { kind, names: [name], milliseconds: isDevice ? 50 : 10, journal: this.journal, host } as const;
    this.running.set(name, await startWorker(url, worker));
  }

  async restart(name: string): Promise<void> {
    await this.end(name, 'SIGKILL');
    await this.start(name);
  }

  async stopTuner(): Promise<void> {
    await this.end(tunerName, 'SIGTERM');
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((name) => this.end(name, 'SIGKILL')));
  }

  private async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = this.running.get(name);
    this.running.delete(name);
    if (!child) return;
    if (hasEnded(child)) this.endedBefore++;
    await end(child, signal);
  }

  /** Whole lines of what a tuner says; what it said before it was killed counts. */
  private heard(tuner: ChildProcess): ChildProcess {
    let rest = '';
    tuner.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.acknowledged.push(Number(/^trial (\d+)$/.exec(line)![1]));
    });
    return tuner;
  }
}

async function activeJobs(farm: FarmConnection): Promise<number> {
  let active = 0;
  for (const name of deviceNames) {
    const queue = new farm.bullmq.Queue(runQueue(name), farm.queueOptions());
    active += await queue.getActiveCount();
    await queue.close();
  }
  return active;
}
