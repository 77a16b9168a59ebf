import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Queue, QueueEvents, Worker } from 'bullmq';
import type { FarmConnection } from '../../../../src/measure/farm/connection.js';
import { JobQueue } from '../../../../src/measure/farm/job-queue.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { connect } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);
const data = { body: '', mac: '' };

let redis: TestRedis;
let farm: FarmConnection;
let jobs: JobQueue;
/** As another tuner has it. */
let other: Queue;
let worker: Worker | undefined;

beforeEach(async () => {
  if (!hasRedis) return;
  redis = await TestRedis.start();
  farm = await connect(redis.url);
  jobs = await JobQueue.open(farm, 'jobs', { kept: { age: 60, count: 10 }, redeliveries: 0 });
  other = new farm.bullmq.Queue('jobs', farm.queueOptions());
  worker = undefined;
});
afterEach(async () => {
  if (!hasRedis) return;
  await worker?.close();
  await jobs.close();
  await other.close();
  await farm.close();
  await redis.stop();
});

async function untilAdded(id: string): Promise<void> {
  while ((await other.getJob(id)) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
}

testOnRedis('a job is not withdrawn by the late event of an earlier one of its id', async () => {
  const outcome = jobs.submit('a', data);
  await untilAdded('a');
  await farm.redis.xadd(other.toKey('events'), '*', 'event', 'removed', 'jobId', 'a', 'prev', 'completed');
  worker = new farm.bullmq.Worker('jobs', () => Promise.resolve('done'), farm.blockingOptions());
  expect(await outcome).toEqual({ returned: 'done' });
});

testOnRedis('a job that has ended keeps its result, though its event is late', async () => {
  worker = new farm.bullmq.Worker('jobs', () => Promise.resolve('done'), farm.blockingOptions());
  (jobs as unknown as { events: QueueEvents }).events.removeAllListeners('completed');
  const outcome = jobs.submit('a', data);
  await untilAdded('a');
  while (!(await (await other.getJob('a'))!.isCompleted())) await new Promise((resolve) => setTimeout(resolve, 5));
  await jobs.withdrawAll();
  expect(await outcome).toEqual({ returned: 'done' });
});

testOnRedis('a job that another takes out of the queue is withdrawn', async () => {
  const outcome = jobs.submit('a', data);
  await untilAdded('a');
  await other.remove('a');
  expect(await outcome).toEqual({ withdrawn: true });
});
