/** A farm's Redis with the settings of examples/farm/redis.conf, over TLS alone, with certificates on both sides. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Authority, hasOpenssl, opensslNeeds, type Certificate } from '../../../support/farm/certificates.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { kernelOf, target } from '../../../support/farm/simulated.js';
import { connect, SimulatedTuner, startBuilder, startDevice } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnRedis = testWhere(hasRedis && hasOpenssl, hasRedis ? opensslNeeds : redisNeeds);

let folder: string;
let redis: TestRedis;
let port: number;
let own: Authority;
let other: Authority;
let client: Certificate;

beforeAll(async () => {
  if (!hasRedis || !hasOpenssl) return;
  folder = mkdtempSync(join(tmpdir(), 'tune-tls-'));
  [own, other] = [new Authority(folder, 'own'), new Authority(folder, 'other')];
  client = own.sign('client', 'DNS:client');
  const server = own.sign('server', 'IP:127.0.0.1');
  port = await freePort();
  const files = ['--tls-ca-cert-file', own.cert, '--tls-cert-file', server.cert, '--tls-key-file', server.key];
  redis = await TestRedis.start([...exampleSettings(), '--tls-port', String(port), ...files]);
});
afterAll(async () => {
  if (!hasRedis || !hasOpenssl) return;
  await redis.stop();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return free;
}

/** As options, without the port that has no TLS. */
function exampleSettings(): readonly string[] {
  const lines = readFileSync('examples/farm/redis.conf', 'utf8').split('\n');
  const settings = lines.filter((line) => /^[a-z]/.test(line) && !line.startsWith('port '));
  return settings.flatMap((line) => {
    const [name = '', ...values] = line.split(' ');
    return [`--${name}`, ...values.map((value) => (value === '""' ? '' : value))];
  });
}

const password = 'CHANGE-THIS-PASSWORD';
function url(files: Readonly<Record<string, string>>, { host = '127.0.0.1', user = `farm:${password}` } = {}): string {
  return `rediss://${user}@${host}:${port}?${new URLSearchParams(files).toString()}`;
}

testOnRedis('trials go over TLS, for a user who has the keys of the farm alone', async () => {
  const farm = url({ ca: own.cert, ...client });
  const builder = await startBuilder(farm, { name: 'b' });
  const device = await startDevice(farm, { name: 'd', milliseconds: 1 });
  const tuner = await SimulatedTuner.open(farm);
  const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
  const entries = [0, 1, 2, 3].map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const errors: number[] = [];
  for await (const { error } of measurer.measure({ reference: kernelOf(-1), target }, entries)) errors.push(error);
  expect(errors).toEqual([0, 0, 0, 0]);
  await expect(tuner.farm.redis.set('elsewhere', '1')).rejects.toThrow('NOPERM');
  await expect(tuner.farm.redis.config('GET', 'dir')).rejects.toThrow('NOPERM');
  await measurer.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
});

testOnRedis('whoever lacks a certificate, or has one of another authority, hears what to give', async () => {
  const ca = own.cert;
  const stranger = other.sign('client', 'DNS:client');
  // Whether its alert or the end of the connection comes first, is chance.
  const refused = /\?cert=FILE and \?key=FILE/;
  await expect(connect(url({ ...client }))).rejects.toThrow('name the authority that signed it with ?ca=FILE');
  await expect(connect(url({ ca: other.cert, ...client }))).rejects.toThrow('is not accepted');
  await expect(connect(url({ ca, ...client }, { host: 'localhost' }))).rejects.toThrow('is not accepted');
  await expect(connect(url({ ca }))).rejects.toThrow(refused);
  await expect(connect(url({ ca, ...stranger }))).rejects.toThrow(refused);
  await expect(connect(url({ ca, ...client }).replace('rediss:', 'redis:'))).rejects.toThrow(
    'use rediss:// where it speaks TLS',
  );
  await expect(connect(url({ ca, ...client }, { user: 'farm:wrong' }))).rejects.toThrow('refuses farm');
});
