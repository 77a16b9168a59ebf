/** A farm whose objects lie in a bucket, on a server that checks signatures and rights. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { Artifacts } from '../../../../src/measure/farm/artifacts.js';
import { parseS3 } from '../../../../src/measure/farm/s3-address.js';
import { S3Objects } from '../../../../src/measure/farm/s3-objects.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { hasS3, S3Server, s3Needs } from '../../../support/farm/s3-server.js';
import { kernelOf, target } from '../../../support/farm/simulated.js';
import { connect, SimulatedTuner, startBuilder, startDevice } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnS3 = testWhere(hasRedis && hasS3, hasRedis ? s3Needs : redisNeeds);

const before = { ...process.env };
let redis: TestRedis;
let server: S3Server;
const farm = (objects = 's3://tune-objects/farm'): string => `${redis.url}?objects=${objects}`;
beforeAll(async () => {
  if (!hasRedis || !hasS3) return;
  redis = await TestRedis.start();
  server = await S3Server.start('tune-objects');
  Object.assign(process.env, server.env);
});
afterAll(async () => {
  process.env = before;
  if (!hasRedis || !hasS3) return;
  await redis.stop();
  await server.stop();
});

testOnS3('objects go through the bucket, and none through Redis', async () => {
  const builder = await startBuilder(farm(), { name: 'b' });
  const device = await startDevice(farm(`${server.endpoint}/tune-objects/farm`), { name: 'd', milliseconds: 1 });
  const tuner = await SimulatedTuner.open(farm());
  const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
  const entries = [0, 1, 0, 2].map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const errors: number[] = [];
  for await (const { error } of measurer.measure({ reference: kernelOf(-1), target }, entries)) errors.push(error);
  expect(errors).toEqual([0, 0, 0, 0]);
  expect(await tuner.farm.redis.keys('tune:farm:object:*')).toEqual([]);
  await measurer.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
});

testOnS3('content that is not that of its name is not believed', async () => {
  const connection = await connect(farm());
  const artifacts = new Artifacts(connection);
  const scratch = new Scratch();
  const file = scratch.path('file');
  writeFileSync(file, 'x');
  const { object } = await artifacts.put(file);
  expect(await artifacts.has(object)).toBe(true);
  expect(await artifacts.has('0'.repeat(64))).toBe(false);
  await artifacts.fetch(object, scratch);
  // As somebody puts it who may write there.
  const objects = new S3Objects(parseS3('s3://tune-objects/farm', process.env));
  const other = '1'.repeat(64);
  await objects.put(other, Buffer.from('y'));
  await expect(artifacts.fetch(other, scratch)).rejects.toThrow('is stored with other content');
  await expect(artifacts.fetch('2'.repeat(64), scratch)).rejects.toThrow('is not stored any more');
  scratch.close();
  await connection.close();
});

testOnS3('a wrong key, and a bucket that is not there, end the start with a sentence', async () => {
  await expect(connect(farm('s3://no-such-bucket'))).rejects.toThrow(/no-such-bucket at http:/);
  process.env['AWS_SECRET_ACCESS_KEY'] = 'another';
  await expect(connect(farm())).rejects.toThrow(
    /^The bucket tune-objects at http:\S+ refuses GET \(403 SignatureDoesNotMatch\): correct AWS_ACCESS_KEY_ID and/,
  );
});
