import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import type { ObjectsPlace } from './open-objects.js';
import { isS3, parseS3 } from './s3-address.js';

/** Where a farm's Redis is, and who asks; of what ioredis and BullMQ take. */
export interface FarmAddress {
  readonly connection: {
    readonly host?: string;
    readonly port?: number;
    readonly path?: string;
    readonly username?: string;
    readonly password?: string;
    readonly db?: number;
    readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  };
  /** Of all keys in Redis. */
  readonly prefix: string;
  /** File of the secret, where the URL names one. */
  readonly secretFile: string | undefined;
  /** For what builders make. */
  readonly objects: ObjectsPlace;
  /** Without the password, for people. */
  readonly shown: string;
}

const known = ['ca', 'cert', 'key', 'secret', 'prefix', 'objects'];
const DEFAULT_PORT = 6379;

/**
 * Reads `redis://user:password@host:6379/0`, `rediss://…` (TLS) or `unix:///run/redis.sock`. Parameters name files:
 * `?ca=` of the authority that signed Redis's certificate, `cert=` and `key=` of the client's, `secret=` of the farm's
 * secret; `prefix=` is that of the farm's keys (default: tune), `objects=` a folder for what builders make, which all
 * machines have mounted, or a bucket (`s3-address.ts`). The password may come from $TUNE_FARM_PASSWORD. Throws
 * UsageError for anything else, and for files that cannot be read.
 */
export function parseFarmUrl(text: string, env: NodeJS.ProcessEnv = process.env): FarmAddress {
  const url = urlOf(text);
  const unknown = [...url.searchParams.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new UsageError(`The farm's URL has no parameter "${unknown}": it knows ${known.join(', ')}.`);
  const prefix = url.searchParams.get('prefix') ?? 'tune';
  if (!/^[\w-]{1,64}$/.test(prefix))
    throw new UsageError(`The prefix of the farm's keys must be letters, digits, _ and -, not "${prefix}".`);
  const who = defined({
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || env['TUNE_FARM_PASSWORD'] || undefined,
  });
  const common = { prefix, secretFile: url.searchParams.get('secret') ?? undefined, objects: objectsOf(url, env) };
  if (url.protocol === 'unix:')
    return {
      ...common,
      connection: { path: decodeURIComponent(url.pathname), ...who },
      shown: `unix://${url.pathname}`,
    };
  const port = Number(url.port) || DEFAULT_PORT;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const db = databaseOf(url);
  return {
    ...common,
    connection: { host, port, db, ...who, ...(url.protocol === 'rediss:' ? { tls: tlsOf(url) } : {}) },
    shown: `${url.protocol}//${url.hostname}:${port}`,
  };
}

function urlOf(text: string): URL {
  const example = 'give redis://HOST:6379, rediss://USER:PASSWORD@HOST:6380 or unix:///run/redis.sock';
  if (!/^(redis|rediss|unix):\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`The farm's URL cannot be read: ${example}.`);
  const url = new URL(text);
  if (url.protocol === 'unix:' ? url.pathname.length < 2 : url.hostname === '')
    throw new UsageError(`The farm's URL names no Redis: ${example}.`);
  return url;
}

function databaseOf({ pathname }: URL): number {
  if (pathname === '' || pathname === '/') return 0;
  if (/^\/\d{1,4}$/.test(pathname)) return Number(pathname.slice(1));
  throw new UsageError(`The farm's URL ends with the number of a database, as /0, not with "${pathname}".`);
}

function objectsOf({ searchParams }: URL, env: NodeJS.ProcessEnv): ObjectsPlace {
  const path = searchParams.get('objects') ?? undefined;
  if (path !== undefined && isS3(path)) return parseS3(path, env);
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(
    `The farm's folder of objects "${path}" is not here: mount it, or correct ?objects= in the URL.`,
  );
}

function tlsOf({ searchParams }: URL): NonNullable<FarmAddress['connection']['tls']> {
  const read = (key: string): string | undefined => {
    const path = searchParams.get(key);
    if (path === null) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new UsageError(`The farm's ${key} cannot be read: ${(error as Error).message}.`);
    }
  };
  return defined({ ca: read('ca'), cert: read('cert'), key: read('key') });
}
