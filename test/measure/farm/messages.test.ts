import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { cpuFarm } from '../../../src/backend/cpu/farm.js';
import { buildHash } from '../../../src/measure/farm/build-hash.js';
import { canonical } from '../../../src/measure/farm/canonical.js';
import { deviceFilter } from '../../../src/measure/farm/device-filter.js';
import { open, Refusal, seal } from '../../../src/measure/farm/envelope.js';
import { parseFarmUrl } from '../../../src/measure/farm/farm-url.js';
import { kernelArgSchema, runRequestSchema, trialSchema } from '../../../src/measure/farm/messages.js';
import { checkRedis } from '../../../src/measure/farm/redis-checks.js';
import { readSecret, Secret } from '../../../src/measure/farm/secret.js';
import { drawFrom, forge } from '../../support/farm/forgeries.js';
import { simulatedDevice } from '../../support/farm/simulated.js';

const secret = new Secret('a secret of a test');
const schema = z.strictObject({ device: z.string(), sequence: z.number() });

describe('canonical JSON', () => {
  test('is JSON of the same value, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        const reversed = (of: unknown): unknown => {
          if (Array.isArray(of)) return of.map(reversed);
          if (typeof of !== 'object' || of === null) return of;
          const entries = Object.entries(of).map(([key, one]) => [key, reversed(one)] as const);
          return Object.fromEntries(entries.toReversed());
        };
        expect(canonical(reversed(value))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test('refuses what JSON would change in silence', () => {
    for (const value of [NaN, Infinity, 1n, () => 1, { a: [NaN] }]) expect(() => canonical(value)).toThrow(RangeError);
    expect(canonical({ b: 1, a: undefined })).toBe('{"b":1}');
  });
});

describe('a signed message', () => {
  const message = { device: 'd', sequence: 7 };

  test('is read by whoever has the secret, for its use alone', () => {
    const envelope = seal(secret, 'run', message);
    expect(open(secret, 'run', schema, envelope).message).toEqual(message);
    expect(() => open(secret, 'ran', schema, envelope)).toThrow(Refusal);
    expect(() => open(new Secret('another secret of it'), 'run', schema, envelope)).toThrow(Refusal);
  });

  test('is refused when anything of it is another', () => {
    const envelope = seal(secret, 'run', message);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(() => open(secret, 'run', schema, forge(envelope, drawFrom(seed)))).toThrow(Refusal);
      }),
      { numRuns: 300 },
    );
  });

  test('has no field that its schema does not know', () => {
    const envelope = seal(secret, 'run', { ...message, path: '/etc/passwd' });
    expect(() => open(secret, 'run', schema, envelope)).toThrow('path');
  });
});

test('a build has the same name whoever asks for it, and whenever', () => {
  const content = { target: 't', purpose: 'kernel', compiler: 'c', kernel: { source: 'x', args: [] } } as const;
  const later = { ...content, nonce: 'a', expires: 1 };
  expect(buildHash(later)).toBe(buildHash(content));
  expect(buildHash({ ...content, compiler: 'd' })).not.toBe(buildHash(content));
});

test('calls of kernels hold no path and nothing for a shell', () => {
  const call = trialSchema.shape.call;
  expect(call.safeParse([1, '64 0', 'kernel_1']).success).toBe(true);
  for (const word of ['/bin/sh', 'a;b', '$(x)', '../x', 'a\tb', 'a\nb', '`x`', ''])
    expect(call.safeParse([word]).success).toBe(false);
  expect(runRequestSchema.safeParse({}).success).toBe(false);
});

describe('a kernel that came from elsewhere', () => {
  const builder = cpuFarm.openBuilder.bind(cpuFarm);
  const arg = { name: 'a', shape: [1], dtype: 'float32', role: 'output', packedBytes: 0 };
  const kernel = { language: 'c', source: '', args: [arg], workspaceBytes: 0, openmp: false, requires: [] };
  const target = { kind: 'llvm', triple: 'x86_64-linux-gnu', arch: 'x86-64', threads: 1 } as never;

  test.each([
    ['a flag that names a file', { ...kernel, flags: ['-include/etc/passwd'] }],
    ['a flag that loads a plugin', { ...kernel, flags: ['-fplugin=x.so'] }],
    ['another language', { ...kernel, language: 'assembler' }],
    ['an unknown type', { ...kernel, args: [{ ...arg, dtype: 'float1' }] }],
    ['a field of its own', { ...kernel, output: '/tmp/x' }],
    ['nothing', null],
  ])('is refused with %s', async (_, given) => {
    const needs = { native: '', scratch: undefined as never, jobs: 1, timeoutSeconds: 1, compiler: undefined };
    await expect(builder(needs).build(given, target, 'kernel')).rejects.toThrow();
  });
});

describe("a farm's URL", () => {
  test('names host, user, files and prefix', () => {
    const farm = parseFarmUrl('redis://farm:p%40ss@host:6380/2?secret=/s&prefix=mine', {});
    const connection = { host: 'host', port: 6380, db: 2, username: 'farm', password: 'p@ss' };
    expect(farm).toEqual({ connection, prefix: 'mine', secretFile: '/s', shown: 'redis://host:6380' });
    expect(parseFarmUrl('redis://h', { TUNE_FARM_PASSWORD: 'x' }).connection.password).toBe('x');
    expect(parseFarmUrl('unix:///run/redis.sock', {}).connection).toEqual({ path: '/run/redis.sock' });
    expect(parseFarmUrl('rediss://h', {}).connection.tls).toEqual({});
    expect(parseFarmUrl('redis://h?objects=/', {}).objects).toBe('/');
  });

  test.each([
    ['http://h', "The farm's URL cannot be read: give redis://HOST:6379"],
    ['redis://', "The farm's URL"],
    ['redis://h/x', 'ends with the number of a database'],
    ['redis://h?ka=x', 'has no parameter "ka": it knows ca, cert'],
    ['redis://h?prefix=a:b', "The prefix of the farm's keys must be letters"],
    ['rediss://h?ca=/nowhere.pem', "The farm's ca cannot be read"],
    ['redis://h?objects=/nowhere', 'The farm\'s folder of objects "/nowhere" is not here'],
  ])('%s is refused', (url, sentence) => {
    expect(() => parseFarmUrl(url, {})).toThrow(sentence);
  });
});

test('a secret is long, and of a file that nobody else reads', () => {
  expect(() => readSecret(undefined, { TUNE_FARM_SECRET: 'short' })).toThrow('fewer than 16 characters');
  expect(() => readSecret('/nowhere', {})).toThrow('openssl rand -hex 32 > /nowhere');
  expect(() => readSecret('package.json', {})).toThrow('Others may read');
});

test('devices are found by name, feature and tag', () => {
  const { card } = simulatedDevice({ name: 'rpi5-1' });
  const device = { ...card, features: ['cpu', 'asimd'], tags: { board: 'rpi5' } };
  for (const [words, isMeant] of [
    ['rpi5-1', true],
    ['cpu:asimd,board=rpi5', true],
    ['cpu:avx2', false],
    ['board=rpi4', false],
    ['constructor=x', false],
  ] as const)
    expect([words, deviceFilter(words)(device)]).toEqual([words, isMeant]);
  expect(() => deviceFilter('a b')).toThrow('--device takes words');
});

test('Redis needs a version, its append-only file, and to drop nothing', () => {
  const info = (version: string, aof: number, policy: string): string =>
    `redis_version:${version}\r\naof_enabled:${aof}\r\nmaxmemory_policy:${policy}\r\n`;
  const wrong = (text: string): readonly string[] => checkRedis(text).flatMap(({ ok, fix }) => (ok ? [] : [fix]));
  expect(wrong(info('7.0.15', 1, 'noeviction'))).toEqual([]);
  expect(wrong(info('7.0.15', 0, 'allkeys-lru'))).toEqual(['appendonly yes', 'maxmemory-policy noeviction']);
  expect(wrong(info('6.2.1', 1, 'noeviction'))).toHaveLength(1);
  expect(checkRedis(`${info('7.2.4', 1, 'noeviction')}valkey_version:8.0.1\r\n`)[0]!.text).toBe('Valkey 8.0.1');
});

test('an argument of a kernel that writes several arrays has all their names', () => {
  const argument = { shape: [7], dtype: 'float32', role: 'output', packedBytes: 128 };
  const accepts = (name: string): boolean => kernelArgSchema.safeParse({ ...argument, name }).success;
  expect(['c', 'c and d', 'c and d and e'].filter(accepts)).toHaveLength(3);
  expect(['', 'c d', 'c and ', '"c"', 'c and d"'].filter(accepts)).toEqual([]);
});
