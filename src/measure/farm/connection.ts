import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type * as IoRedis from 'ioredis';
import type { Redis } from 'ioredis';
import type * as BullMq from 'bullmq';
import { MissingError, WorkError } from '../../target/errors.js';
import { parseFarmUrl, type FarmAddress } from './farm-url.js';
import type { ObjectStore } from './object-store.js';
import { openObjects } from './open-objects.js';
import { checkRedis, type RedisCheck } from './redis-checks.js';
import { readSecret, type Secret } from './secret.js';

/** Loads a package when it is needed: both are CommonJS. */
const load = createRequire(import.meta.url);

/** Milliseconds until the first answer of Redis. */
const FIRST_ANSWER = 5000;
/** A Redis that restarts has answered by then. */
const RESTART = 2000;
/** Between two tries meanwhile. */
const BETWEEN_ASKS = 250;
/** Between two tries to connect again, at most. */
const SLOWEST_RETRY = 1000;

/** A farm's Redis. BullMQ and ioredis are loaded when one is connected to, since they take a tenth of a second. */
export class FarmConnection {
  /** What builders make. */
  readonly objects: ObjectStore;

  private constructor(
    readonly address: FarmAddress,
    readonly secret: Secret,
    readonly redis: Redis,
    readonly bullmq: typeof BullMq,
  ) {
    this.objects = openObjects(address.objects, redis, (object) => this.key('object', object));
  }

  /**
   * Connects. Throws UsageError for a URL or a secret that cannot be read, WorkError within seconds where Redis does
   * not answer or refuses the user, within half a minute where its objects cannot be used, MissingError where it would
   * lose jobs.
   */
  static async open(url: string): Promise<FarmConnection> {
    const connection = await FarmConnection.openUnchecked(url);
    const wrong = (await connection.checks()).filter(({ ok }) => !ok);
    if (wrong.length === 0) return connection.checked();
    await connection.close();
    const [first] = wrong;
    const lines = wrong.map(({ fix }) => `"${fix}"`).join(' and ');
    throw new MissingError(
      `The Redis at ${connection.address.shown} cannot serve a farm (${first!.name} ${first!.text}): set ${lines} in its redis.conf and restart it.`,
    );
  }

  /** The same whatever its settings are. */
  static async openUnchecked(url: string): Promise<FarmConnection> {
    const address = parseFarmUrl(url);
    const secret = readSecret(address.secretFile);
    const { Redis } = load('ioredis') as typeof IoRedis;
    await probe(() => new Redis({ ...address.connection, ...forOnce }), address);
    const redis = new Redis({ ...address.connection, ...lasting });
    redis.on('error', () => undefined);
    return new FarmConnection(address, secret, redis, load('bullmq') as typeof BullMq);
  }

  /** Throws WorkError where its objects cannot be used. */
  private async checked(): Promise<FarmConnection> {
    try {
      await this.objects.check?.();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async checks(): Promise<readonly RedisCheck[]> {
    return checkRedis(await this.redis.info());
  }

  /** What a queue of BullMQ is opened with; those that block get connections of their own. */
  queueOptions(): { readonly connection: Redis; readonly prefix: string } {
    return { connection: this.redis, prefix: this.address.prefix };
  }
  blockingOptions(): { readonly connection: BullMq.ConnectionOptions; readonly prefix: string } {
    return { connection: { ...this.address.connection, ...lasting }, prefix: this.address.prefix };
  }

  /** A key of ours beside those of queues, whose names begin with run- and build-. */
  key(...words: readonly string[]): string {
    return [this.address.prefix, 'farm', ...words].join(':');
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}

/** Errors of a connection that the other side has closed. */
const endings: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const forOnce = {
  disconnectTimeout: 100,
  lazyConnect: true,
  connectTimeout: FIRST_ANSWER,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
};
/** What waits for a Redis that restarts, however long that takes. */
const lasting = {
  disconnectTimeout: 100,
  maxRetriesPerRequest: null,
  retryStrategy: (times: number) => Math.min(50 * times, SLOWEST_RETRY),
};

/** Asks Redis for a sign of life, for a while where it may just restart. */
async function probe(connect: () => Redis, address: FarmAddress): Promise<void> {
  const end = performance.now() + RESTART;
  for (;;) {
    const error = await askOnce(connect());
    if (!error) return;
    if (!mayRestart(error) || performance.now() > end) throw new WorkError(explain(error, address));
    await pause(BETWEEN_ASKS);
  }
}

type ConnectionError = Error & { readonly code?: string };

async function askOnce(redis: Redis): Promise<ConnectionError | undefined> {
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  const timer = setTimeout(() => {
    reason ??= new Error(`no answer within ${FIRST_ANSWER / 1000} s`);
    redis.disconnect();
  }, FIRST_ANSWER);
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch (error) {
    return reason ?? (error as Error);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

function mayRestart({ code = '', message }: ConnectionError): boolean {
  return endings.has(code) || code === 'ECONNREFUSED' || code === 'ENOENT' || /closed|LOADING/i.test(message);
}

function explain(error: ConnectionError, { shown, connection }: FarmAddress): string {
  const said = error.message;
  if (/WRONGPASS|NOAUTH|NOPERM/.test(said))
    return `The Redis at ${shown} refuses ${connection.username ?? 'the default user'}: correct user and password in the URL, or TUNE_FARM_PASSWORD.`;
  // What the other side says of our certificate; the end of the connection may come first.
  const [, alert] = /alert ([\w ]*certificate[\w ]*|unknown ca):/.exec(said) ?? [];
  if (alert !== undefined)
    return `The Redis at ${shown} refuses the connection (${alert}): name a certificate that it accepts with ?cert=FILE and ?key=FILE.`;
  if (/certificate|self.signed|altnames|CERT|unable to verify/i.test(said))
    return `The certificate of the Redis at ${shown} is not accepted (${said}): name the authority that signed it with ?ca=FILE in the URL.`;
  if (/ssl|tls|EPROTO/i.test(`${said} ${error.code ?? ''}`))
    return `The Redis at ${shown} does not speak TLS as asked (${said}): check redis:// or rediss://, ?cert=FILE and ?key=FILE.`;
  if (endings.has(error.code ?? '') || /closed/i.test(said))
    return `The Redis at ${shown} ends the connection: ${connection.tls ? 'name a certificate that it accepts with ?cert=FILE and ?key=FILE, or use redis:// where it speaks no TLS' : 'use rediss:// where it speaks TLS'}.`;
  return `No Redis answers at ${shown} (${error.code ?? said}): start it, or correct the URL; after --farm as after --queue.`;
}
