import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, ended, start, type Ended } from '../../cli/bin.js';
import { TestRedis } from './redis.js';
import { untilReady } from './until-ready.js';

/** Workers of `bin/tune` on a Redis of their own. */
export class CliFarm {
  private readonly workers: { readonly child: ChildProcess; readonly end: Promise<Ended> }[] = [];

  private constructor(
    /** In which all run. */
    readonly folder: string,
    private readonly redis: TestRedis,
  ) {}

  static async start(): Promise<CliFarm> {
    buildOnce();
    return new CliFarm(mkdtempSync(join(tmpdir(), 'tune-farm-')), await TestRedis.start());
  }

  get url(): string {
    return this.redis.url;
  }

  /** `tune worker` with options, once it serves. */
  async serve(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
    const child = start(this.folder, ['worker', '--queue', this.url, ...args], env);
    this.workers.push({ child, end: ended(child) });
    await untilReady(child);
  }

  /** Ends all workers; what they printed, in their order. */
  end(signal: NodeJS.Signals): Promise<readonly Ended[]> {
    for (const { child } of this.workers) child.kill(signal);
    return Promise.all(this.workers.map(({ end }) => end));
  }

  async stop(): Promise<void> {
    await this.end('SIGKILL');
    await this.redis.stop();
    rmSync(this.folder, { recursive: true });
  }
}
