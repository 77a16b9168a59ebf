import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Redis or Valkey that is started. */
const server = process.env['TUNE_TEST_REDIS'] ?? 'redis-server';
/** Whether it is there. */
export const hasRedis = spawnSync(server, ['--version'], { stdio: 'ignore' }).status === 0;
export const redisNeeds =
  'redis-server (apt-get install redis-server; $TUNE_TEST_REDIS names another, or valkey-server)';

/** What a farm needs. */
export const durable = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--tcp-keepalive', '10'];

/** A Redis of its own, on a Unix socket in a folder of its own. */
export class TestRedis {
  private child: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    private readonly settings: readonly string[],
    private readonly host: readonly string[],
  ) {}

  /** `host` is a command in front that says where. */
  static async start(settings: readonly string[] = durable, host: readonly string[] = []): Promise<TestRedis> {
    const redis = new TestRedis(mkdtempSync(join(tmpdir(), 'tune-redis-')), settings, host);
    await redis.run();
    return redis;
  }

  get socket(): string {
    return join(this.folder, 'redis.sock');
  }

  get url(): string {
    return `unix://${this.socket}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** Ends it as a crash does, and starts it again on what it has on the disk. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
    await this.run();
  }

  async stop(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    const where = ['--port', '0', '--unixsocket', this.socket, '--dir', this.folder, '--save', ''];
    const [command, ...args] = [...this.host, server, ...where, ...this.settings] as [string, ...string[]];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        if (/ready to accept/i.test(said)) resolve();
      });
      child.once('exit', () => {
        reject(new Error(`${server} ended: ${said}`));
      });
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}
